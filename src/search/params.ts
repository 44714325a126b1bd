/** Every margin and size of the search, named. Values in centipawns, depths in turns. */

/** Nodes between two looks at the stop word and the clock. */
export const POLL_NODES = 1024;

/** From this depth on the root is searched in a window around the last score. SPRT 93-55-10 at 20,000 nodes (30 Nov 2026). */
export const ASPIRATION_DEPTH = 4;
/** The half-width of that window; doubled at each failure. */
export const ASPIRATION_WINDOW = 30;
/** A window that has grown beyond this is opened altogether. */
export const ASPIRATION_LIMIT = 500;

/** A forced result is looked at for so many depths more: reductions hide shorter ones. */
export const PROOF_DEPTH = 6;

/** Milliseconds after which scores that are only bounds are reported too. */
export const BOUNDS_SHOWN_AFTER = 3000;

/** From this depth on a thread puts off turns that another is looking at. */
export const CLAIM_DEPTH = 3;

/** Reductions: base + ln(depth) · ln(rank) / divisor, in turns (see node.ts for the rank). */
export const REDUCTION_BASE = 0.5;
export const REDUCTION_DIVISOR = 1.8;
/** The lowest depth at which a turn is reduced. */
export const REDUCTION_DEPTH = 2;

/** Without a hash turn a node of at least this depth is searched one turn less deep. */
export const INTERNAL_DEPTH = 4;

/** Reverse futility: up to this depth, a static value that beats beta by so much a turn of depth is believed. */
export const REVERSE_DEPTH = 2;
export const REVERSE_MARGIN = 110;

/** Null move: from this depth on, searched less deep by base + depth / divisor. */
export const NULL_DEPTH = 2;
export const NULL_BASE = 2;
export const NULL_DIVISOR = 4;

/** Futility: up to this depth a quiet turn has to bring the static value within base + margin · depth of alpha. */
export const FUTILITY_DEPTH = 3;
export const FUTILITY_BASE = 60;
export const FUTILITY_MARGIN = 120;

/** Late turns: up to this depth no more than base + factor · depth² turns are searched. */
export const LATE_DEPTH = 4;
export const LATE_BASE = 5;
export const LATE_FACTOR = 4;

/** Captures that the quiescence search tries in one node. */
export const CAPTURE_LIMIT = 3;
/** Pushes that it tries with each evasion. */
export const EVASION_PUSHES = 1;
/** A capture is left out if standing pat, its victim and this much more do not reach alpha. */
export const DELTA_MARGIN = 150;

/** The largest value of a history counter. */
export const HISTORY_LIMIT = 8192;
/** The bonus for a refutation found at depth d is d² times this, up to the greatest bonus. */
export const HISTORY_BONUS = 16;
export const HISTORY_GREATEST_BONUS = 1600;

/** A table entry one search older counts as this many turns less deep when one is to be replaced. */
export const AGE_WEIGHT = 4;

/** Ordering of moves: hash move, good captures and promotions, killers, quiet moves by history, bad captures. */
export const ORDER_HASH = 1 << 28;
export const ORDER_GOOD_CAPTURE = 1 << 24;
export const ORDER_KILLER = 1 << 20;
export const ORDER_SECOND_KILLER = (1 << 20) - 1;
export const ORDER_BAD_CAPTURE = -(1 << 24);
export const ORDER_UNDERPROMOTION = -(1 << 25);
/** The scores of quiet moves are lower than this, all others higher, but for captures that lose material. */
export const ORDER_QUIET = ORDER_KILLER >> 1;
/**
 * When its first push is used up, the move of the hash turn and a killer rank this much above quiet moves of their gain and
 * history; a capture, which has no history, above its gain.
 */
export const REST_HASH = 3000;
export const REST_KILLER = 1000;
export const REST_CAPTURE = 1000;
/**
 * How far the next pair of the move that stands on the board may fall behind another move's, since it costs less. With 1,000
 * there is little left of the merging, and it brought nothing: SPRT 337-333-58 at 20,000 nodes, 68-88-16 at 1 s + 10 ms, both
 * H0 (30 Nov 2026).
 */
export const STAY_MARGIN = 300;
/** How much a centipawn of static gain weighs against a point of history. */
export const ORDER_GAIN_WEIGHT = 8;

/** What it adds to a push that it is part of the ply's latest killer, and to castling that it moves the rook. */
export const KILLER_PUSH = 2000;
export const CASTLING_GAIN = 10;

/** The values by which exchanges are reckoned, by kind; the king's is never lost. */
export const EXCHANGE_VALUES = [200, 300, 380, 480, 1100, 10000] as const;
