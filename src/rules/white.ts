/** White's copy of the folder side/ (scripts/bundle.mjs says why there are two). */
export { createPerftSide as createWhitePerft } from './side/perft.ts';
export { createSide as createWhite } from './side/side.ts';
