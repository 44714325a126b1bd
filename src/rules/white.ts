/** White's copies of the twin modules (scripts/bundle.mjs says why there are two). */
export { createPerftSide as createWhitePerft } from './perft-side.ts';
export { createSide as createWhite } from './side.ts';
