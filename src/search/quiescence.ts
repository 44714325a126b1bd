/**
 * The search below the horizon: it plays out what would falsify the evaluation, and no more. A wide one costs a ply
 * of depth in this game and wins nothing, so this one is lean: three captures that hold in the exchange, one push
 * each; in check every move out of it with its best push. SPRT [0, 30] at 20,000 nodes a turn (30 Nov 2026): against
 * standing pat alone 63-23-4, H1; against a wide one (all captures, every push out of check) 88-52-20, H1.
 */
import { CLEARLY, GREATEST } from '../evaluate/evaluate.ts';
import { offHeapInts } from '../rules/bitboard.ts';
import {
  CHOICE_GIVING,
  type Colour,
  KEY_HIGH,
  KEY_LOW,
  PUSHABLE,
  QUEEN,
  type Square,
} from '../rules/board.ts';
import { mover, sideToMove } from '../rules/position.ts';
import { createSides } from '../rules/sides.ts';
import { type Move, NO_TURN, type Turn, turnCode, winningChoiceCode } from '../rules/turn.ts';
import { winningChoice } from './endings.ts';
import { MATE, MATE_BOUND, MAX_PLY } from './limits.ts';
import { CAPTURE_LIMIT, DELTA_MARGIN, EVASION_PUSHES, ORDER_HASH, ORDER_UNDERPROMOTION } from './params.ts';
import type { Parts } from './parts.ts';
import { MOVES } from './picker.ts';
import { BOUND_EXACT, BOUND_LOWER, BOUND_UPPER, FOUND_BOUND, FOUND_SCORE, FOUND_TURN } from './table.ts';

export interface Quiescence {
  search(alpha: number, beta: number, ply: number): number;
  /** The greatest ply reached since it was last set to 0. */
  readonly deepest: Int32Array;
}

export function createQuiescence(parts: Parts): Quiescence {
  const { position, leaves, watch, evaluator, exchange, picker, pairs, lines, guard } = parts;
  const words = position.words;
  const sides = createSides(position);
  const found = leaves.found;
  const deepest = offHeapInts(1);

  function search(alpha: number, beta: number, ply: number): number {
    if (watch.tick()) return 0;
    if (ply > deepest[0]) deepest[0] = ply;
    lines.clear(ply);
    const us = sideToMove(position);

    // A pending pawn: the choice that wins at once, or else the queen.
    const pending = sides.pendingPawn(us);
    if (pending < 0) return settle(us, alpha, beta, ply, 0);
    const wins = winningChoice(mover(position), pending);
    if (wins !== 0) {
      lines.clear(ply + 1);
      lines.extend(ply, winningChoiceCode(pending, wins));
      return MATE - ply - 1;
    }
    // The queen (4), and the others from the knight (1) on only if she loses: that must not be taken for a forced loss, if
    // another choice saves the game.
    let best = -MATE;
    for (let i = 0; i < QUEEN; i++) {
      const score = choose(us, Math.max(best, alpha), beta, ply, pending, i === 0 ? QUEEN : i);
      if (score > best) best = score;
      if (best >= beta || (i === 0 && best >= -MATE_BOUND) || watch.stopped()) break;
    }
    return best;
  }

  function choose(
    us: Colour,
    alpha: number,
    beta: number,
    ply: number,
    pending: Square,
    choice: number,
  ): number {
    sides.choose(us, pending, choice);
    evaluator.applyChoice(ply, pending, choice);
    const score = settle(us, alpha, beta, ply, choice);
    evaluator.undoChoice(ply, pending, choice);
    sides.unchoose(us, pending, choice);
    return score;
  }

  /** The search of a position without a pending pawn; `choice` is what has been chosen for it in this turn. */
  function settle(us: Colour, alpha: number, beta: number, ply: number, choice: number): number {
    const keyLow = words[KEY_LOW];
    const keyHigh = words[KEY_HIGH];
    let hashTurn = NO_TURN;
    if (leaves.probe(keyLow, keyHigh, ply)) {
      const score = found[FOUND_SCORE];
      if (beta - alpha === 1 && (found[FOUND_BOUND] & (score >= beta ? BOUND_LOWER : BOUND_UPPER)) !== 0) {
        return score;
      }
      hashTurn = found[FOUND_TURN];
    }
    if (sides.inCheck(us)) return evade(us, alpha, beta, ply, choice, hashTurn);

    // Standing pat needs no allowance for the compulsory push: on average it costs nothing. Most nodes end here.
    const expected = evaluator.expectedAt(ply);
    if (expected - CLEARLY >= beta && expected <= GREATEST) return (expected - CLEARLY) | 0;
    if (expected + CLEARLY <= alpha && expected >= -GREATEST) {
      return tryCaptures(us, alpha, beta, ply, choice, hashTurn, expected, true);
    }
    const standing = evaluator.evaluateExpected(ply);
    if (standing >= beta || ply >= MAX_PLY - 1) return standing;
    return tryCaptures(us, alpha, beta, ply, choice, hashTurn, standing, false);
  }

  /**
   * The rest of it, which most nodes do not come to: apart, so that V8 inlines more into either half. What is known of the
   * static value, `known`, is either the value or only what it `isAbout`, clearly below alpha.
   */
  function tryCaptures(
    us: Colour,
    alpha: number,
    beta: number,
    ply: number,
    choice: number,
    hashTurn: Turn,
    known: number,
    isAbout: boolean,
  ): number {
    const keyLow = words[KEY_LOW];
    const keyHigh = words[KEY_HIGH];
    const start = ply * MOVES;
    // What even the whole victim does not bring up to alpha is not worth a look.
    const bound = isAbout ? (known + CLEARLY) | 0 : known;
    const end = picker.listCaptures(ply, us, hashTurn, (alpha - bound - DELTA_MARGIN + 1) | 0);
    let standing = known;
    if (isAbout) {
      // Where no capture is, the value itself does not matter: so end three of ten nodes that come here, and with it as it
      // is one in 230 of these would have tried a capture (480,000 nodes, 1 Dec 2026).
      if (end === start || ply >= MAX_PLY - 1) {
        keep(keyLow, keyHigh, ply, NO_TURN, bound, alpha, beta);
        return bound;
      }
      standing = evaluator.evaluateExpected(ply);
      if (standing >= beta) return standing;
    }
    let best = standing;
    let bestTurn = NO_TURN;
    let low = Math.max(standing, alpha);
    let tried = 0;
    for (let i = start; i < end && tried < CAPTURE_LIMIT; i++) {
      const move = picker.nextMove(i, end);
      if (picker.moveScores[i] === ORDER_UNDERPROMOTION) break;
      if (standing + exchange.victimValue(move) + DELTA_MARGIN <= low) {
        // The others, but for the hash move, take no more.
        if (picker.moveScores[i] < ORDER_HASH) break;
        continue;
      }
      if (!exchange.holds(move)) continue;
      tried++;
      if (guard !== undefined) guard.save(ply);
      evaluator.beforeMove(ply, move);
      sides.makeMove(us, move);
      sides.findPushes(us);
      let push = 0;
      if ((words[PUSHABLE] | words[PUSHABLE + 1]) !== 0) push = picker.bestPush(us, move);
      // If every push loses, so does the capture.
      const score = push < 0 ? best : reply(us, low, beta, ply, push);
      sides.unmakeMove(us, move);
      if (guard !== undefined) guard.compare(ply);
      if (watch.stopped()) return 0;
      if (score > best) {
        best = score;
        bestTurn = turnCode(move, push, 0);
        if (score > low) {
          low = score;
          lines.extend(ply, turnCode(move, push, choice));
          if (score >= beta) break;
        }
      }
    }
    keep(keyLow, keyHigh, ply, bestTurn, best, alpha, beta);
    return best;
  }

  /** The search of a mover in check, who has no choice but to look at every move. */
  function evade(
    us: Colour,
    alpha: number,
    beta: number,
    ply: number,
    choice: number,
    hashTurn: Turn,
  ): number {
    const keyLow = words[KEY_LOW];
    const keyHigh = words[KEY_HIGH];
    const start = ply * MOVES;
    const end = picker.listMoves(ply, us, hashTurn);
    if (end === start) return ply - MATE;
    if (ply >= MAX_PLY - 1) return evaluator.evaluateAt(ply);
    let best = -MATE;
    let bestTurn = NO_TURN;
    let low = alpha;
    for (let i = start; i < end; i++) {
      const move: Move = picker.nextMove(i, end);
      if (guard !== undefined) guard.save(ply);
      evaluator.beforeMove(ply, move);
      sides.makeMove(us, move);
      sides.findPushes(us);
      const bare = (words[PUSHABLE] | words[PUSHABLE + 1]) === 0;
      if (!pairs.meet(ply, i, us) && !bare) {
        // Only losing pushes.
        const loses = (words[CHOICE_GIVING] | words[CHOICE_GIVING + 1]) !== 0 ? 2 : 1;
        sides.unmakeMove(us, move);
        if (guard !== undefined) guard.compare(ply);
        if (ply + loses - MATE > best) best = ply + loses - MATE;
        continue;
      }
      do {
        const push = bare ? 0 : pairs.takePush(ply, i, us, hashTurn);
        const score = reply(us, low, beta, ply, push);
        if (watch.stopped()) break;
        if (score > best) {
          best = score;
          if (score > low) {
            low = score;
            bestTurn = turnCode(move, push, 0);
            lines.extend(ply, turnCode(move, push, choice));
            if (score >= beta) break;
          }
        }
        // A loss is believed only when every push has been tried, so that forced results stay proofs.
      } while (pairs.isLeft(i) && (pairs.taken(i) < EVASION_PUSHES || best < -MATE_BOUND));
      sides.unmakeMove(us, move);
      if (guard !== undefined) guard.compare(ply);
      if (watch.stopped()) return 0;
      if (best >= beta) break;
    }
    keep(keyLow, keyHigh, ply, bestTurn, best, alpha, beta);
    return best;
  }

  /** After makeMove: the value of the turn that ends with this push (0: none). */
  function reply(us: Colour, alpha: number, beta: number, ply: number, push: Square): number {
    if (push === 0) {
      evaluator.withoutPush(ply);
      return -search(-beta | 0, -alpha | 0, ply + 1) | 0;
    }
    evaluator.beforePush(ply, push);
    sides.makePush(us, push);
    const score = -search(-beta | 0, -alpha | 0, ply + 1) | 0;
    sides.unmakePush(us, push);
    return score;
  }

  function keep(
    keyLow: number,
    keyHigh: number,
    ply: number,
    turn: Turn,
    best: number,
    alpha: number,
    beta: number,
  ): void {
    const bound = best >= beta ? BOUND_LOWER : best > alpha ? BOUND_EXACT : BOUND_UPPER;
    leaves.store(keyLow, keyHigh, ply, turn, bound, best);
  }

  return { search, deepest };
}
