/** Black's copy of the folder side/ (scripts/bundle.mjs says why there are two). */
export { createKingTerms as createBlackKing } from './side/king.ts';
export { createPieceTerms as createBlackPieces } from './side/pieces.ts';
