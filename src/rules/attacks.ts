/**
 * Attack tables. A set of squares is two words, low half (squares 0–31) and high half (32–63), so entry n of a
 * table lies at 2n and 2n + 1.
 *
 * Sliders: magic multiplication folded to 32 bits (as 32-bit builds of Stockfish have it): the two halves of the
 * relevant occupancy are multiplied apart and joined by exclusive or. Parameters lie together, eight words a
 * square; the look-up yields an index into one interleaved table, because returning a pair would allocate. What the magic
 * finds is the place of the set and not the set itself, since only one occupation in seventeen has a set of its own:
 * 215 + 51 KB stay in a core's cache, where 861 KB of sets did not.
 */
import { BISHOP_MAGICS, ROOK_MAGICS } from './magics.ts';

export interface AttackTables {
  /** Sets of attacked squares of rooks and bishops, each one once. */
  readonly sliders: Int32Array;
  /** Where in `sliders` a set stands, by the number that the parameters below make of an occupation. */
  readonly places: Uint16Array;
  /** maskLow, magicLow, maskHigh, magicHigh, shift, offset, –, – at 8 × square; bishops from BISHOP_PARAMETERS on. */
  readonly parameters: Int32Array;
  readonly knight: Int32Array;
  readonly king: Int32Array;
  /** By a white pawn at 2 × square, by a black one at 128 + 2 × square. */
  readonly pawn: Int32Array;
  /** The lines of a rook, and those of a bishop, on the empty board. */
  readonly rookLines: Int32Array;
  readonly bishopLines: Int32Array;
  /** The squares strictly between two on one line, at 2 × (64 a + b); empty if there is no line. */
  readonly between: Int32Array;
  /** The whole line through two squares, edge to edge; empty if there is none. */
  readonly line: Int32Array;
}

export const BISHOP_PARAMETERS = 512;

/** Occupations that make a difference, by the numbers that magics make of them. */
const OCCUPATIONS = 102400 + 5248;
/** Different sets of attacked squares. */
const SLIDER_SETS = 4900 + 1428;

/** How far the slider tables are filled: places, and sets. */
interface End {
  place: number;
  set: number;
}

let tables: AttackTables | undefined;

/** The tables, filled at the first call (about 10 ms) and shared by all positions; they never change afterwards. */
export function attackTables(): AttackTables {
  tables ??= build();
  return tables;
}

/** The half-word that holds `square`, and its bit there. */
function add(sets: Int32Array, index: number, square: number): void {
  sets[2 * index + (square >> 5)] |= 1 << (square & 31);
}

function build(): AttackTables {
  const result = {
    sliders: new Int32Array(2 * SLIDER_SETS),
    places: new Uint16Array(OCCUPATIONS),
    parameters: new Int32Array(1024),
    knight: new Int32Array(128),
    king: new Int32Array(128),
    pawn: new Int32Array(256),
    rookLines: new Int32Array(128),
    bishopLines: new Int32Array(128),
    between: new Int32Array(8192),
    line: new Int32Array(8192),
  };
  fillSteppers(result);
  fillLines(result);
  const end: End = { place: 0, set: 0 };
  for (let square = 0; square < 64; square++) fillSlider(result, square, 0, end);
  for (let square = 0; square < 64; square++) fillSlider(result, square, BISHOP_PARAMETERS, end);
  return result;
}

function fillSteppers(result: AttackTables): void {
  for (let a = 0; a < 64; a++) {
    for (let b = 0; b < 64; b++) {
      const up = (b >> 3) - (a >> 3);
      const right = Math.abs((b & 7) - (a & 7));
      if (Math.abs(up) * right === 2) add(result.knight, a, b);
      if (a !== b && Math.abs(up) <= 1 && right <= 1) add(result.king, a, b);
      if (right === 1 && up === 1) add(result.pawn, a, b);
      if (right === 1 && up === -1) add(result.pawn, 64 + a, b);
    }
  }
}

/** Steps of file and rank in the order rook east, west, north, south, bishop north-east, south-west, north-west, south-east. */
const STEPS: readonly (readonly [number, number])[] = [
  [1, 0],
  [-1, 0],
  [0, 1],
  [0, -1],
  [1, 1],
  [-1, -1],
  [-1, 1],
  [1, -1],
];

/** The squares from `square` in one direction, nearest first. */
function ray(square: number, direction: number): number[] {
  const [right, up] = STEPS[direction];
  const squares = [];
  let file = (square & 7) + right;
  let rank = (square >> 3) + up;
  for (; file >= 0 && file < 8 && rank >= 0 && rank < 8; file += right, rank += up)
    squares.push(rank * 8 + file);
  return squares;
}

function fillLines(result: AttackTables): void {
  for (let a = 0; a < 64; a++) {
    for (let direction = 0; direction < 8; direction++) {
      const squares = ray(a, direction);
      const whole = [a, ...squares, ...ray(a, direction ^ 1)];
      squares.forEach((b, i) => {
        add(direction < 4 ? result.rookLines : result.bishopLines, a, b);
        for (const s of squares.slice(0, i)) add(result.between, 64 * a + b, s);
        for (const s of whole) add(result.line, 64 * a + b, s);
      });
    }
  }
}

/** What the occupations of one line (two opposite rays) mean: four words each, see `lineSubsets`. */
function lineSubsets(square: number, direction: number, magicLow: number, magicHigh: number): Int32Array {
  const rays = [ray(square, direction), ray(square, direction ^ 1)];
  const relevant = rays.flatMap((squares) => squares.slice(0, -1));
  const subsets = new Int32Array(4 << relevant.length);
  for (let subset = 0; subset < 1 << relevant.length; subset++) {
    const occupied = new Set(relevant.filter((_, i) => subset & (1 << i)));
    const at = 4 * subset;
    for (const squares of rays) {
      for (const s of squares) {
        add(subsets, 2 * subset, s);
        if (occupied.has(s)) break;
      }
    }
    for (const s of occupied) {
      if (s < 32) subsets[at + 2] += magicLow << s;
      else subsets[at + 3] += magicHigh << (s - 32);
    }
  }
  return subsets;
}

/**
 * Fills one square's part of the slider tables, behind `end`, which it moves. Multiplication distributes over
 * disjoint bits, so the product for an occupation is the sum of the products of its two lines: every pair of
 * line occupations then costs a few operations only.
 */
function fillSlider(result: AttackTables, square: number, from: number, end: End): void {
  const first = from === 0 ? 0 : 4;
  const magics = from === 0 ? ROOK_MAGICS : BISHOP_MAGICS;
  const magicLow = magics[2 * square];
  const magicHigh = magics[2 * square + 1];
  const one = lineSubsets(square, first, magicLow, magicHigh);
  const other = lineSubsets(square, first + 2, magicLow, magicHigh);
  const size = (one.length * other.length) / 16;
  const shift = Math.clz32(size) + 1;
  const p = from + 8 * square;
  for (let direction = first; direction < first + 4; direction++) {
    for (const s of ray(square, direction).slice(0, -1))
      result.parameters[p + (s < 32 ? 0 : 2)] |= 1 << (s & 31);
  }
  result.parameters[p + 1] = magicLow;
  result.parameters[p + 3] = magicHigh;
  result.parameters[p + 4] = shift;
  result.parameters[p + 5] = end.place;
  combine(result, one, other, shift, end);
  end.place += size;
}

/** Every pair of what the occupations of two lines leave of them. */
function combine(
  { sliders, places }: AttackTables,
  one: Int32Array,
  other: Int32Array,
  shift: number,
  end: End,
): void {
  const ones = numberSets(one);
  const others = numberSets(other);
  const width = 1 + Math.max(...others);
  for (let i = 0; i < one.length; i += 4) {
    for (let j = 0; j < other.length; j += 4) {
      const product = (one[i + 2] + other[j + 2]) ^ (one[i + 3] + other[j + 3]);
      const at = 2 * (end.set + width * ones[i >> 2] + others[j >> 2]);
      places[end.place + (product >>> shift)] = at;
      sliders[at] = one[i] | other[j];
      sliders[at + 1] = one[i + 1] | other[j + 1];
    }
  }
  end.set += width * (1 + Math.max(...ones));
}

/** For each occupation of a line the number of the set that it leaves, the same for the same set. */
function numberSets(subsets: Int32Array): number[] {
  const numbers = new Map<string, number>();
  const result: number[] = [];
  for (let i = 0; i < subsets.length; i += 4) {
    const set = `${subsets[i]} ${subsets[i + 1]}`;
    if (!numbers.has(set)) numbers.set(set, numbers.size);
    result.push(numbers.get(set)!);
  }
  return result;
}

/** Where in `sliders` the set attacked by a rook on `square` stands, the board being occupied by (low, high). */
export function rookIndex(
  places: Uint16Array,
  parameters: Int32Array,
  square: number,
  low: number,
  high: number,
): number {
  const p = square << 3;
  const number =
    (Math.imul(low & parameters[p], parameters[p + 1]) ^
      Math.imul(high & parameters[p + 2], parameters[p + 3])) >>>
    parameters[p + 4];
  return places[(number + parameters[p + 5]) | 0];
}

/** The same for a bishop. */
export function bishopIndex(
  places: Uint16Array,
  parameters: Int32Array,
  square: number,
  low: number,
  high: number,
): number {
  return rookIndex(places, parameters, square + 64, low, high);
}
