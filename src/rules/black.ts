/** Black's copy of the folder side/ (scripts/bundle.mjs says why there are two). */
export { createPerftSide as createBlackPerft } from './side/perft.ts';
export { createSide as createBlack } from './side/side.ts';
