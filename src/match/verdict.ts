/** How a game ended: result, reason and Termination tag, in the words that cutechess-cli uses. */
import { BLACK, type Colour, opposite, WHITE } from '../rules/board.ts';
import type { Ending } from '../rules/outcome.ts';

export type Score = '1-0' | '0-1' | '1/2-1/2';

/** What an engine can do to lose without being beaten. */
export type Forfeit = 'loses on time' | 'illegal move' | 'disconnects' | 'stalls';
export type Adjudication = 'draw adjudication' | 'win adjudication' | 'move limit';
export type EndKind = Ending | Forfeit | Adjudication;

export const FORFEITS: readonly Forfeit[] = ['loses on time', 'illegal move', 'disconnects', 'stalls'];

export interface Verdict {
  readonly score: Score;
  readonly kind: EndKind;
  /** `White mates`: what stands in braces behind the result. */
  readonly reason: string;
  /** The PGN's Termination tag. */
  readonly termination: string;
}

export function colourName(colour: Colour): string {
  return colour === WHITE ? 'White' : 'Black';
}

export function winFor(colour: Colour): Score {
  return colour === WHITE ? '1-0' : '0-1';
}

/** Points of White: 1, ½ or 0. */
export function whitePoints(score: Score): number {
  return score === '1-0' ? 1 : score === '0-1' ? 0 : 0.5;
}

export function isForfeit(kind: EndKind): kind is Forfeit {
  return (FORFEITS as readonly EndKind[]).includes(kind);
}

/** An end by the rules of the game. */
export function verdictOfRules(ending: Ending, winner: Colour | undefined): Verdict {
  const score = winner === undefined ? '1/2-1/2' : winFor(winner);
  return { score, kind: ending, reason: ruleReason(ending, winner), termination: 'normal' };
}

function ruleReason(ending: Ending, winner: Colour | undefined): string {
  const name = winner === undefined ? '' : colourName(winner);
  const loser = winner === undefined ? '' : colourName(opposite(winner));
  const reasons: Readonly<Record<Ending, string>> = {
    checkmate: `${name} mates`,
    'self-check': `${loser} checks himself`,
    'winning choice': `${name} wins by promotion choice`,
    stalemate: 'Draw by stalemate',
    'fifty moves': 'Draw by fifty moves rule',
    threefold: 'Draw by 3-fold repetition',
    'insufficient material': 'Draw by insufficient mating material',
  };
  return reasons[ending];
}

const TERMINATIONS: Readonly<Record<Forfeit, string>> = {
  'loses on time': 'time forfeit',
  'illegal move': 'illegal move',
  disconnects: 'abandoned',
  stalls: 'stalled connection',
};

/** `loser` has forfeited the game; `detail` says what exactly he did, or is empty. */
export function verdictOfForfeit(kind: Forfeit, loser: Colour, detail: string): Verdict {
  const name = colourName(loser);
  const phrases: Readonly<Record<Forfeit, string>> = {
    'loses on time': `${name} loses on time`,
    'illegal move': `${name} makes an illegal move`,
    disconnects: `${name} disconnects`,
    stalls: `${name}'s connection stalls`,
  };
  // Braces would end the comment that the reason stands in.
  const plain = detail
    .replace(/[{}]/g, '?')
    .replace(/[^\x20-\x7e]/g, '?')
    .slice(0, 200);
  const reason = plain === '' ? phrases[kind] : `${phrases[kind]}: ${plain}`;
  return { score: winFor(opposite(loser)), kind, reason, termination: TERMINATIONS[kind] };
}

export function verdictOfAdjudication(kind: Adjudication, winner: Colour | undefined): Verdict {
  const termination = 'adjudication';
  if (kind === 'win adjudication' && winner !== undefined) {
    const reason = `${colourName(winner)} wins by adjudication`;
    return { score: winFor(winner), kind, reason, termination };
  }
  const suffix = kind === 'move limit' ? ': maximum game length' : '';
  return { score: '1/2-1/2', kind, reason: `Draw by adjudication${suffix}`, termination };
}

/** The colour that lost a game that was not drawn. */
export function loserOf(score: Score): Colour | undefined {
  return score === '1/2-1/2' ? undefined : score === '1-0' ? BLACK : WHITE;
}
