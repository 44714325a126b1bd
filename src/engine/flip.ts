/** The same position with the colours exchanged, as a FEN. */
import type { Variant } from '../rules/variants.ts';

/**
 * The board is turned upside down, and in the reversed variant from left to right as well: its kings face each other
 * across the centre, so that half a turn of the board takes one player's start position to the other's.
 */
export function flipFen(fen: string, variant: Variant): string {
  const [board, side, rights, , clock, number] = fen.split(' ');
  const halfTurn = variant.blackKingFile === 3;
  let ranks = board.split('/').reverse();
  if (halfTurn) ranks = ranks.map((rank) => [...rank].reverse().join(''));
  const letters = [...rights].map((letter) => swapCase(halfTurn ? swapWing(letter) : letter));
  const sorted = letters.sort((a, b) => 'KQkq-'.indexOf(a) - 'KQkq-'.indexOf(b)).join('');
  return [swapCase(ranks.join('/')), side === 'w' ? 'b' : 'w', sorted, '-', clock, number].join(' ');
}

function swapCase(text: string): string {
  return [...text].map((c) => (c === c.toLowerCase() ? c.toUpperCase() : c.toLowerCase())).join('');
}

const WINGS: Readonly<Record<string, string>> = { K: 'Q', Q: 'K', k: 'q', q: 'k' };

function swapWing(letter: string): string {
  return WINGS[letter] ?? letter;
}
