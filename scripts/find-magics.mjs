/**
 * Searches the multipliers of src/rules/magics.ts: `node scripts/find-magics.mjs > src/rules/magics.ts`.
 * Seeded, so that the same numbers come out again. About a second.
 */
let seed = 0x2f6e2b1;
function random() {
  // xorshift32 (Marsaglia 2003)
  seed ^= seed << 13;
  seed ^= seed >>> 17;
  seed ^= seed << 5;
  return seed;
}
const sparse = () => random() & random() & random();

const ROOK = [
  [1, 0],
  [-1, 0],
  [0, 1],
  [0, -1],
];
const BISHOP = [
  [1, 1],
  [1, -1],
  [-1, 1],
  [-1, -1],
];

/** The attacks of a slider, as a key text that can be compared. */
function attacks(square, steps, occupied) {
  let low = 0;
  let high = 0;
  for (const [dr, df] of steps) {
    let r = (square >> 3) + dr;
    let f = (square & 7) + df;
    for (; r >= 0 && r < 8 && f >= 0 && f < 8; r += dr, f += df) {
      const s = r * 8 + f;
      if (s < 32) low |= 1 << s;
      else high |= 1 << (s - 32);
      if (occupied.has(s)) break;
    }
  }
  return `${low},${high}`;
}

/** The squares whose occupation matters: the lines without their last squares. */
function relevant(square, steps) {
  const squares = [];
  for (const [dr, df] of steps) {
    let r = (square >> 3) + dr;
    let f = (square & 7) + df;
    for (; r + dr >= 0 && r + dr < 8 && f + df >= 0 && f + df < 8; r += dr, f += df) squares.push(r * 8 + f);
  }
  return squares;
}

function find(square, steps) {
  const squares = relevant(square, steps);
  const size = 1 << squares.length;
  const lows = new Int32Array(size);
  const highs = new Int32Array(size);
  const wanted = [];
  for (let subset = 0; subset < size; subset++) {
    const occupied = new Set(squares.filter((_, i) => subset & (1 << i)));
    for (const s of occupied) {
      if (s < 32) lows[subset] |= 1 << s;
      else highs[subset] |= 1 << (s - 32);
    }
    wanted.push(attacks(square, steps, occupied));
  }
  const used = new Int32Array(size);
  const seen = new Array(size);
  for (let attempt = 1; ; attempt++) {
    const a = sparse();
    const b = sparse();
    let i = 0;
    for (; i < size; i++) {
      const index = (Math.imul(lows[i], a) ^ Math.imul(highs[i], b)) >>> (32 - squares.length);
      if (used[index] !== attempt) {
        used[index] = attempt;
        seen[index] = wanted[i];
      } else if (seen[index] !== wanted[i]) break;
    }
    if (i === size) return [a, b];
  }
}

function table(name, steps) {
  const rows = [];
  for (let square = 0; square < 64; square += 4) {
    rows.push(`  ${[0, 1, 2, 3].flatMap((i) => find(square + i, steps)).join(', ')},`);
  }
  return `// biome-ignore format: a table\nexport const ${name}: readonly number[] = [\n${rows.join('\n')}\n];\n`;
}

console.log(
  `/** Multipliers of the slider look-ups, two a square (low half, high half). Made by scripts/find-magics.mjs. */

${table('ROOK_MAGICS', ROOK)}
${table('BISHOP_MAGICS', BISHOP)}`.trimEnd(),
);
