/** The three variants as data (RULES.md section 1). */

export interface Variant {
  /** The UCI_Variant value. */
  readonly name: string;
  /** What the Variant tag of a PGN says. */
  readonly title: string;
  readonly startFen: string;
  /** White's first turn, recognised by sixteen pawns on their home squares, is a move without a push. */
  readonly balanced: boolean;
  /** The file of Black's king at home: 4 (e), or 3 (d) in the reversed variant. White's is always 4. */
  readonly blackKingFile: number;
}

const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
const REVERSED_START = 'rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';

export const AVALANCHE: Variant = {
  name: 'avalanche',
  title: 'Avalanche',
  startFen: START,
  balanced: false,
  blackKingFile: 4,
};
export const BALANCED_AVALANCHE: Variant = {
  name: 'balancedavalanche',
  title: 'Balanced Avalanche',
  startFen: START,
  balanced: true,
  blackKingFile: 4,
};
export const REVERSED_AVALANCHE: Variant = {
  name: 'reversedavalanche',
  title: 'Reversed Avalanche',
  startFen: REVERSED_START,
  balanced: false,
  blackKingFile: 3,
};

export const VARIANTS: readonly Variant[] = [AVALANCHE, BALANCED_AVALANCHE, REVERSED_AVALANCHE];

/** The variant of a UCI_Variant name or a PGN title, compared without case and blanks; undefined if there is none. */
export function variantOf(name: string): Variant | undefined {
  const wanted = name.toLowerCase().replace(/\s+/g, '');
  return VARIANTS.find((v) => v.name === wanted || v.title.toLowerCase().replace(/\s+/g, '') === wanted);
}
