/**
 * Push relevance: has a push anything to do with the reply that refuted the same move with another push?
 *
 * A turn that failed because of a certain reply fails again if only the push is another one and the reply does not
 * care. A push matters to a reply if it moves the piece that replies, stands in its way or on its arrival square,
 * takes a guard from that square or puts one there, or is in the way of the push that goes with the reply. (That the
 * second part of a move need only be searched where it disturbs the refutation of the first is known from duck chess:
 * H. G. Muller, Talkchess 2022.) What a push is worth by itself is for the order of the pushes to say.
 */
import { attackTables } from '../rules/attacks.ts';
import { NO_TURN, type Turn } from '../rules/turn.ts';

export interface Relevance {
  /** Does pushing the opponent's pawn on `from` touch `reply`? `pusher` (a colour) pushes, the opponent replies. */
  touches(pusher: number, from: number, reply: Turn): boolean;
}

export function createRelevance(): Relevance {
  const { between, pawn } = attackTables();

  function touches(pusher: number, from: number, reply: Turn): boolean {
    // Refuted by standing pat, by passing or by the score of a table entry: nothing to be disturbed.
    if (reply === NO_TURN) return false;
    const to = pusher === 0 ? from - 8 : from + 8;
    const replyFrom = reply & 63;
    const replyTo = (reply >> 6) & 63;
    if (from === replyFrom || from === replyTo || to === replyFrom || to === replyTo) return true;
    const pushed = (reply >> 16) & 63;
    if (pushed !== 0 && (to === pushed || to === (pusher === 0 ? pushed + 8 : pushed - 8))) return true;
    const path = ((replyFrom << 6) | replyTo) << 1;
    // Their pawns guard the arrival square from where a pawn of the pusher there would attack.
    const guards = (pusher << 7) + (replyTo << 1);
    const low = between[path] | pawn[guards];
    const high = between[path + 1] | pawn[guards + 1];
    return has(low, high, from) || has(low, high, to);
  }

  return { touches };
}

function has(low: number, high: number, square: number): boolean {
  return (square < 32 ? (low >>> square) & 1 : (high >>> (square - 32)) & 1) !== 0;
}
