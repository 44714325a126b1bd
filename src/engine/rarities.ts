/**
 * Positions of what is rare. V8 compiles code for what it has seen; what it meets later throws the compiled code away
 * and has it made again, which shall happen before a game and not in it. So a new thread looks at these first.
 */
import { squareOf } from '../rules/board.ts';
import { makeMoveCode, turnCode } from '../rules/turn.ts';
import { AVALANCHE, BALANCED_AVALANCHE, REVERSED_AVALANCHE, type Variant } from '../rules/variants.ts';
import type { Game } from './game.ts';

const FENS: readonly (readonly [Variant, string])[] = [
  // A choice is due, or soon will be, for either side: winning, harmless, with and without checks.
  [AVALANCHE, 'P6k/8/8/8/8/8/8/K7 w - - 0 1'],
  [AVALANCHE, 'P7/8/8/4k3/8/8/4p3/K7 w - - 0 1'],
  [AVALANCHE, '2b1k2r/P2r2P1/3b1p2/2n2P2/3Q1p1p/4p2B/1p2N2P/R1B2K1R w k - 0 17'],
  [AVALANCHE, '2b1k2r/P2r2P1/3b1p2/2n2P2/3Q1p1p/4p2B/1p2N2P/R1B2K1R b k - 0 17'],
  [AVALANCHE, '5b1P/P1Pnk3/1p2B1rK/1r2Q3/1pP2Q2/3R4/2ppNPP1/8 w - - 12 58'],
  [BALANCED_AVALANCHE, 'r3k2r/2ppp3/7p/pP3PP1/8/4p3/1PP1P2P/pRN1K3 b kq - 0 5'],
  [BALANCED_AVALANCHE, '8/3PPb2/8/PN2P3/8/1P3P2/k2K2RP/5q2 w - - 0 43'],
  // A mate by a turn that promotes the other's pawn: no choice saves him.
  [AVALANCHE, '7k/6pp/8/3N4/8/7K/3p4/R7 w - - 0 1'],
  // Castling, in each variant; the turn without a push.
  [AVALANCHE, 'r3k2r/8/8/p7/8/P7/8/R3K2R w KQkq - 0 1'],
  [AVALANCHE, 'r3k2r/8/8/p7/8/P7/8/R3K2R b KQkq - 0 1'],
  [AVALANCHE, 'r3k2r/pppqbppp/2n1bn2/3pp3/3PP3/2N1BN2/PPPQBPPP/R3K2R w KQkq - 6 9'],
  [REVERSED_AVALANCHE, 'r2k3r/pppqbppp/2n1bn2/3pp3/3PP3/2N1BN2/PPPQBPPP/R2K3R b KQkq - 6 9'],
  [BALANCED_AVALANCHE, BALANCED_AVALANCHE.startFen],
  // Mates, given and suffered.
  [AVALANCHE, '7k/R7/6K1/8/8/8/8/8 b - - 0 1'],
  [AVALANCHE, '8/8/8/8/8/6k1/r7/7K b - - 0 1'],
  [AVALANCHE, '7k/6pp/6PP/8/8/r1p2K2/8/1R6 w - - 0 1'],
  // Double checks; rooks, bishops and queens that are pinned along their own lines and across them.
  [AVALANCHE, 'k3r3/7p/8/8/8/3n4/7P/4K2R w - - 0 1'],
  [AVALANCHE, '4k2r/7p/3N4/8/8/8/7P/K3R3 b - - 0 1'],
  [AVALANCHE, 'k3r3/7p/8/b7/7q/8/3BRQ2/4K3 w - - 0 1'],
  [AVALANCHE, '4k3/3brq2/8/7Q/B7/8/7P/K3R3 b - - 0 1'],
  [AVALANCHE, 'k3r3/7p/8/b7/7q/8/3RBQ2/4K3 w - - 0 1'],
  [AVALANCHE, '4k3/3rbq2/8/7Q/B7/8/7P/K3R3 b - - 0 1'],
  // Few men: repetitions, lone kings, the fifty-move rule, not enough to mate.
  [AVALANCHE, 'k6r/8/8/8/8/8/8/KR6 w - - 0 1'],
  [AVALANCHE, 'k7/8/8/8/3K4/8/8/2Q5 w - - 97 80'],
  [AVALANCHE, '8/8/4k3/8/2n5/8/8/K6R b - - 0 1'],
  [AVALANCHE, '8/8/8/2p5/6k1/8/8/R6K w - - 0 1'],
  // Bare kings, driven by what can mate and what can not, in all quarters of the board.
  [AVALANCHE, '8/8/5k2/8/8/8/8/KBN5 w - - 0 1'],
  [AVALANCHE, 'kbn5/8/8/8/2K5/8/8/8 w - - 0 1'],
  [AVALANCHE, '8/2K5/8/8/8/8/1bn5/knb5 b - - 0 1'],
  [AVALANCHE, '8/5K2/8/8/8/8/1bb5/k7 w - - 0 1'],
  [AVALANCHE, 'KNN5/8/8/8/8/5k2/8/8 w - - 0 1'],
  [AVALANCHE, '8/8/2k5/8/8/8/5q2/K7 w - - 0 1'],
];

/** The rooks go to and fro: the positions of the game have occurred before, once and twice. */
const SHUFFLE = ['b1c1', 'h8g8', 'c1b1', 'g8h8', 'b1c1', 'h8g8', 'c1b1'].map((move) =>
  turnCode(makeMoveCode(squareOf(move.slice(0, 2)), squareOf(move.slice(2))), 0, 0),
);

export const RARITIES: readonly Game[] = [
  ...FENS.map(([variant, fen]) => ({ variant, fen, turns: [] })),
  { variant: AVALANCHE, fen: 'k6r/8/8/8/8/8/8/KR6 w - - 0 1', turns: SHUFFLE },
  { variant: AVALANCHE, fen: 'k6r/8/8/8/8/8/8/KR6 w - - 0 1', turns: SHUFFLE.slice(0, 3) },
];
