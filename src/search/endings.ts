/** The endings of RULES.md section 3 as a search needs them, cheaply: winning choices and the draws. */
import {
  BISHOP,
  CLOCK,
  DEPTH,
  FRAME_KEY_HIGH,
  FRAME_KEY_LOW,
  FRAME_SIZE,
  KEY_HIGH,
  KEY_LOW,
  KNIGHT,
  PAWN,
  QUEEN,
  ROOK,
} from '../rules/board.ts';
import { isInsufficient } from '../rules/outcome.ts';
import type { Position, Side } from '../rules/position.ts';

export interface Endings {
  /**
   * Has the position occurred before: once since the root, which is `ply` turns ago, or twice in the game? A player
   * who can repeat once can repeat again, so that the first repetition in the search counts as the draw.
   */
  isRepetition(ply: number): boolean;
  isInsufficient(): boolean;
}

/**
 * The choice by which `side`, whose pawn is pending on `square`, wins at once (3b); 0 if there is none. A queen
 * attacks all that a rook or a bishop attacks, so only she and the knight are tried.
 */
export function winningChoice(side: Side, square: number): number {
  for (let kind = QUEEN; kind >= KNIGHT; kind -= QUEEN - KNIGHT) {
    side.choose(square, kind);
    const wins = side.attacksKing();
    side.unchoose(square, kind);
    if (wins) return kind;
  }
  return 0;
}

export function createEndings(position: Position): Endings {
  const words = position.words;
  const frames = position.frames;

  function isRepetition(ply: number): boolean {
    const clock = words[CLOCK];
    if (clock < 4) return false;
    const depth = words[DEPTH];
    // No repetition reaches back over a capture, a pawn move or a push (RULES.md section 8). Without a branch, since code
    // that is compiled before a search has gone so deep would not know the difference.
    const oldest = Math.max(0, depth - clock);
    const keyLow = words[KEY_LOW];
    const keyHigh = words[KEY_HIGH];
    let before = 0;
    for (let i = depth - 4; i >= oldest; i -= 2) {
      const frame = i * FRAME_SIZE;
      if (frames[frame + FRAME_KEY_LOW] !== keyLow || frames[frame + FRAME_KEY_HIGH] !== keyHigh) continue;
      if (i >= depth - ply || before > 0) return true;
      before++;
    }
    return false;
  }

  function insufficient(): boolean {
    // Nearly every position has a pawn or a rook, so the whole test is rare.
    if (pair(PAWN) !== 0 || pair(ROOK) !== 0 || pair(QUEEN) !== 0) return false;
    return (pair(KNIGHT) | pair(BISHOP)) === 0 || isInsufficient(position);
  }

  function pair(kind: number): number {
    const white = 2 * kind;
    return words[white] | words[white + 1] | words[white + 12] | words[white + 13];
  }

  return { isRepetition, isInsufficient: insufficient };
}
