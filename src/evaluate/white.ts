/** White's copy of the folder side/ (scripts/bundle.mjs says why there are two). */
export { createKingTerms as createWhiteKing } from './side/king.ts';
export { createPieceTerms as createWhitePieces } from './side/pieces.ts';
