/** The assert mode of the search: what is made has to be taken back exactly, and what is carried along has to be right. */
import type { Evaluator } from '../evaluate/evaluate.ts';
import { DEPTH, KEY_HIGH, KEY_LOW, PUSHABLE } from '../rules/board.ts';
import { computeKey, type Position } from '../rules/position.ts';
import { MAX_PLY } from './limits.ts';

export interface Guard {
  /** Remembers the state at `ply`, before something is made. Throws unless its key and the evaluation's sums are right. */
  save(ply: number): void;
  /** Throws unless the state is again what it was, and its key the right one. */
  compare(ply: number): void;
}

/** The words of a position's state; the scratch words behind them may change. */
const STATE_WORDS = PUSHABLE;

export function createGuard(position: Position, evaluator: Evaluator): Guard {
  const words = new Int32Array(MAX_PLY * STATE_WORDS);
  const squares = new Uint8Array(MAX_PLY * 64);

  function save(ply: number): void {
    words.set(position.words.subarray(0, STATE_WORDS), ply * STATE_WORDS);
    squares.set(position.squares, ply * 64);
    compareKey('before a turn');
    const [carried, reckoned] = [evaluator.reckonAt(ply), evaluator.evaluate()];
    if (carried !== reckoned) throw new Error(`value ${carried} at ply ${ply}, which is ${reckoned}`);
    const [drawn, anew] = [evaluator.sketchAt(ply), evaluator.sketch()];
    if (drawn !== anew) throw new Error(`sketch ${drawn} at ply ${ply}, which is ${anew}`);
  }

  function compare(ply: number): void {
    for (let i = 0; i < STATE_WORDS; i++) {
      if (position.words[i] !== words[ply * STATE_WORDS + i]) throw new Error(`word ${i} not restored`);
    }
    for (let square = 0; square < 64; square++) {
      if (position.squares[square] !== squares[ply * 64 + square])
        throw new Error(`square ${square} not restored`);
    }
    compareKey('after taking a turn back');
  }

  function compareKey(when: string): void {
    const [low, high] = computeKey(position);
    if (low !== position.words[KEY_LOW] || high !== position.words[KEY_HIGH]) {
      throw new Error(`wrong key ${when}, ${position.words[DEPTH]} turns into the game`);
    }
  }

  return { save, compare };
}
