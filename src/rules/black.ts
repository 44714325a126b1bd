/** Black's copies of the twin modules (scripts/bundle.mjs says why there are two). */
export { createPerftSide as createBlackPerft } from './perft-side.ts';
export { createSide as createBlack } from './side.ts';
