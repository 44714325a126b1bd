/**
 * Plays games that nobody sees, with all that a real one asks for around a search, so that the first turns on a short
 * clock are not the ones that pay for compiling it.
 */
import { isLegalTurn, legalTurns } from '../rules/generate.ts';
import { formatTurn, parseTurn } from '../rules/notation.ts';
import { outcomeOf } from '../rules/outcome.ts';
import { copyPosition, type Position, playTurn } from '../rules/position.ts';
import { AVALANCHE } from '../rules/variants.ts';
import { loadGame, startOf } from './game.ts';
import { RARITIES } from './rarities.ts';

const LONGEST_GAME = 40;
/** Any number without a common divisor with the usual numbers of legal turns makes a game of its own. */
const STEP = 61;

/** Asks the rules all that is asked of a position outside a search. */
export function askRules(position: Position): void {
  outcomeOf(position);
  legalTurns(position).every((turn) => isLegalTurn(position, turn));
}

/** The position is left somewhere in a game; `other` is for looking ahead. What is rare comes first, whatever `isEnough` says. */
export function rehearse(position: Position, other: Position, isEnough: () => boolean): void {
  for (const rarity of RARITIES) {
    loadGame(rarity, position);
    askRules(position);
  }
  for (let game = 1; !isEnough(); game++) {
    loadGame(startOf(AVALANCHE), position);
    for (let i = 0; i < LONGEST_GAME && !isEnough(); i++) {
      const turns = legalTurns(position);
      if (turns.length === 0) break;
      const turn = turns[(i * STEP + game) % turns.length];
      copyPosition(position, other);
      const read = parseTurn(other, formatTurn(other, turn));
      if (!read.ok || !isLegalTurn(other, read.value)) break;
      playTurn(position, turn);
      if (outcomeOf(position).ending !== undefined) break;
    }
  }
}
