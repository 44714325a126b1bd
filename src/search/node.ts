/**
 * One node of the main search: principal variation search over whole turns, in numbered steps.
 *
 * An SPRT named at a step is the engine with it against the engine without it, [0, 30] unless said otherwise, at so many
 * nodes a turn or on a clock. Those at so many nodes were measured without null move and internal reduction. What saves
 * depth shows late: these two gained nothing at 10,000 and 20,000 nodes (340-335-57, 268-271-35, both H0), but they do
 * on a clock of 1 s + 10 ms, some 60,000 nodes a turn.
 *
 * What no match kept:
 * - Push relevance: once a move has been refuted, its third and later pushes are left out up to depth 3, and reduced
 *   deeper, unless they touch the refutation (its squares, its way, a guard of its arrival square, its push). SPRT
 *   176-186-29 at 10,000 nodes, 121-139-34 at 1 s + 10 ms, both H0. At 20,000 nodes, 600 games each: the pushes that
 *   touch it first -5 ± 26; this and all others cut from the second on -5 ± 24; these alone reduced less 0 ± 25; the
 *   others reduced more from the second on +3 ± 25. The sum of both parts and the rank in it already say what relevance
 *   would (30 Nov 2026).
 * - A history of the pushes (see history.ts).
 */
import { attackTables } from '../rules/attacks.ts';
import { first, offHeapIntsOf } from '../rules/bitboard.ts';
import {
  BISHOP,
  CHOICE_GIVING,
  CLOCK,
  DEPTH,
  EMPTY,
  FRAME_SIZE,
  FRAME_TURN,
  KEY_HIGH,
  KEY_LOW,
  KING,
  KNIGHT,
  OCCUPIED,
  PUSHABLE,
  QUEEN,
  ROOK,
} from '../rules/board.ts';
import { mover, sideToMove } from '../rules/position.ts';
import { createSides } from '../rules/sides.ts';
import { NO_TURN, PROMOTION, type Turn, turnCode, winningChoiceCode } from '../rules/turn.ts';
import { createChecks } from './checks.ts';
import { winningChoice } from './endings.ts';
import { historyBonus, moveSlot } from './history.ts';
import { MATE, MATE_BOUND, MAX_PLY } from './limits.ts';
import {
  CLAIM_DEPTH,
  FUTILITY_BASE,
  FUTILITY_DEPTH,
  FUTILITY_MARGIN,
  INTERNAL_DEPTH,
  LATE_BASE,
  LATE_DEPTH,
  LATE_FACTOR,
  NULL_BASE,
  NULL_DEPTH,
  NULL_DIVISOR,
  REDUCTION_BASE,
  REDUCTION_DEPTH,
  REDUCTION_DIVISOR,
  REVERSE_DEPTH,
  REVERSE_MARGIN,
} from './params.ts';
import type { Parts } from './parts.ts';
import { MOVES } from './picker.ts';
import {
  BOUND_EXACT,
  BOUND_LOWER,
  BOUND_UPPER,
  FOUND_BOUND,
  FOUND_DEPTH,
  FOUND_SCORE,
  FOUND_STATIC,
  FOUND_TURN,
  NO_STATIC,
} from './table.ts';

export interface Node {
  /** The value of the position `ply` turns below the root, `depth` turns deep, within the window. */
  search(alpha: number, beta: number, depth: number, ply: number): number;
  /** The turns by which turn number `rank` of a node is reduced. */
  reduction(depth: number, rank: number): number;
  /** The clock at which fifty moves are a draw. */
  setFifty(clock: number): void;
}

/** What a pending pawn may become, likeliest first. */
const CHOICES = offHeapIntsOf(QUEEN, KNIGHT, ROOK, BISHOP);

/** Room for the turns tried in a node: no position has so many. */
const TURNS = 2048;

/** More than any value or count: where a limit does not apply. */
const NO_LIMIT = 1 << 20;

/** Whether a move gives check has not been asked. */
const UNKNOWN = -1;

/** What gives the value of a position at the horizon. */
export type Horizon = (alpha: number, beta: number, ply: number) => number;

export function createNode(parts: Parts, horizon: Horizon, selective: boolean): Node {
  const { position, table, leaves, watch, evaluator, history, picker, pairs, lines, claims, endings, guard } =
    parts;
  const words = position.words;
  const squares = position.squares;
  const frames = position.frames;
  const sides = createSides(position);
  const found = table.found;
  const checks = createChecks(position);
  const mostPushGain = picker.mostPushGain;
  const moves = picker.moves;
  const choices = CHOICES;
  const pawnAttacks = attackTables().pawn;
  /** The turns tried in each node, choices left out. */
  const tried = new Int32Array(MAX_PLY * TURNS);
  const reductions = selective ? reductionTable() : new Int32Array(64 * 256);
  const fifty = offHeapIntsOf(100);

  // 1. The horizon. Five nodes of six lie there; they are spared the frame of a node above it.
  function search(alpha: number, beta: number, depth: number, ply: number): number {
    return depth <= 0 ? horizon(alpha, beta, ply) : searchAbove(alpha, beta, depth, ply);
  }

  function searchAbove(alpha: number, beta: number, asked: number, ply: number): number {
    let depth = asked;
    if (watch.tick()) return 0;
    lines.clear(ply);
    if (ply >= MAX_PLY - 1) return evaluator.evaluateAt(ply);

    // 2. Draws. A mate that comes with the hundredth half-move counts (RULES.md section 3, fifty-move rule).
    const colour = sideToMove(position);
    const start = ply * MOVES;
    if (words[CLOCK] >= fifty[0]) {
      return sides.inCheck(colour) && sides.generateMoves(colour, moves, start) === start ? ply - MATE : 0;
    }
    if (endings.isRepetition(ply) || endings.isInsufficient()) return 0;

    // 3. Winning choice: the whole turn, and nothing is better.
    const pending = sides.pendingPawn(colour);
    if (pending >= 0) {
      const wins = winningChoice(mover(position), pending);
      if (wins !== 0) {
        lines.clear(ply + 1);
        lines.extend(ply, winningChoiceCode(pending, wins));
        return MATE - ply - 1;
      }
    }

    // 4. Mate distance: no result from here on can be better than a win with this turn, nor worse than a loss now.
    let low = Math.max(alpha, ply - MATE);
    const high = Math.min(beta, MATE - ply - 1);
    if (low >= high) return low;

    // 5. What the table knows, and at depth 1 the small one beside it (leaves.ts), which deeper nodes ask for a turn to
    //    begin with: 1.035 times the nodes a second and 0.92 times the nodes to depth 8; 377-376-90 at 20,000 nodes
    //    against one table (1 Dec 2026). Nodes with an open window are searched all the same, so that their line is whole.
    const keyLow = words[KEY_LOW];
    const keyHigh = words[KEY_HIGH];
    let hashTurn = NO_TURN;
    let standing = NO_STATIC;
    const isShallow = depth === 1;
    if (isShallow ? leaves.probeShallow(keyLow, keyHigh, ply) : table.probe(keyLow, keyHigh, ply)) {
      const score = found[FOUND_SCORE];
      if (
        beta - alpha === 1 &&
        found[FOUND_DEPTH] >= depth &&
        (found[FOUND_BOUND] & (score >= high ? BOUND_LOWER : BOUND_UPPER)) !== 0
      ) {
        return score;
      }
      hashTurn = found[FOUND_TURN];
      standing = found[FOUND_STATIC];
    } else if (!isShallow && leaves.probeShallow(keyLow, keyHigh, ply)) {
      hashTurn = found[FOUND_TURN];
      standing = found[FOUND_STATIC];
    }

    const inCheck = sides.inCheck(colour);
    let futile = NO_LIMIT;
    let latest = NO_LIMIT;
    if (selective) {
      if (!inCheck && pending < 0 && high - low === 1 && low > -MATE_BOUND && high < MATE_BOUND) {
        const mayStand = mayStandStill(colour);
        if (standing !== NO_STATIC) evaluator.noteAt(ply, standing);
        // Where the reverse futility ends the node, a bound is enough.
        else if (mayStand && depth <= REVERSE_DEPTH)
          standing = evaluator.valueUpTo(ply, high + REVERSE_MARGIN * depth);
        else standing = evaluator.evaluateAt(ply);
        if (standing >= high && mayStand) {
          // 6. Reverse futility: so far above beta that the last turns will hardly lose it all. Winning choices and
          //    self-checks come suddenly here, so only near the horizon: with 80 a turn of depth up to depth 7 it lost
          //    120 Elo (42 games), and up to depth 5 it hid mates in 2. SPRT 226-177-35 at 20,000 nodes (30 Nov 2026).
          if (depth <= REVERSE_DEPTH && standing - REVERSE_MARGIN * depth >= high) return standing;
          // 7. Null move (Donninger 1993): if even passing keeps the value at beta, a turn will. It is sound here,
          //    because the compulsory push costs nothing on average: passing beats the best turn in 8 positions of
          //    1,000. It saves a quarter of the nodes at depth 12. SPRT [0, 10] at 1 s + 10 ms, beside internal
          //    reduction: 2137-1984-537 (+12 ± 9; 30 Nov 2026), forms of it with one less or more reduced counted in,
          //    which did as well.
          if (depth >= NULL_DEPTH && !afterNull()) {
            const value = searchNull(high, depth - 1 - NULL_BASE - ((depth / NULL_DIVISOR) | 0), ply);
            if (watch.stopped()) return 0;
            if (value >= high) return value < MATE_BOUND ? value : high;
          }
        }
        // 8. Futility and late turns, for what is tried below.
        if (depth <= FUTILITY_DEPTH) futile = (standing + FUTILITY_BASE + FUTILITY_MARGIN * depth) | 0;
        if (depth <= LATE_DEPTH) latest = LATE_BASE + LATE_FACTOR * depth * depth;
      }
      // 9. Internal reduction: without a hash turn the order is poor, and a cheaper search will provide one.
      //    It saves a third of the nodes at a depth. SPRT 163-124-43 at 1 s + 10 ms, without null move
      //    (30 Nov 2026).
      if (depth >= INTERNAL_DEPTH && hashTurn === NO_TURN) depth--;
    }
    const firstTried = ply * TURNS;
    const floor = low;
    let best = -MATE;
    let bestTurn = NO_TURN;
    let legal = 0;
    let searched = 0;
    let over = false;

    // 10. The turns: each choice that is due, each move, each push that does not lose at once, in descending sum of
    //     what the move and the push promise. SPRT against moves by their history alone and pushes by their squares
    //     306-249-37 at 20,000 nodes (30 Nov 2026). That the pairs of all moves are merged: SPRT [0, 10] against all
    //     pushes of one move after the other, beside null move and internal reduction, 544-443-109 at 20,000 nodes,
    //     H1; 640-638-174 at 1 s + 10 ms, undecided (1 Dec 2026).
    const lastChoice = pending < 0 ? 1 : 4;
    for (let c = 0; c < lastChoice && !over; c++) {
      const choice = pending < 0 ? 0 : choices[c];
      if (choice !== 0) {
        sides.choose(colour, pending, choice);
        evaluator.applyChoice(ply, pending, choice);
      }
      const hash = hashTurn >> 22 === choice ? hashTurn : NO_TURN;
      const end = picker.listMoves(ply, colour, hash);
      legal += end - start;

      pairs.begin(ply, end);
      let postponed = 0;
      let looked = false;
      let swept = NO_LIMIT;
      for (let i = pairs.next(ply, end); !over; i = over ? -1 : pairs.next(ply, end)) {
        if (i < 0) {
          if (postponed <= 0) break;
          // What other threads have been looking at is due now, whoever looks at it.
          postponed = -1;
          pairs.recall(ply, end);
          continue;
        }
        const move = moves[i];
        const quiet = squares[(move >> 6) & 63] === EMPTY && move >> 14 !== PROMOTION;
        const reach = quiet && futile !== NO_LIMIT ? (futile + picker.moveGain(move)) | 0 : NO_LIMIT;
        // What is going to be left out in step 12 is not even made.
        if (
          latest !== NO_LIMIT &&
          best > -MATE_BOUND &&
          (searched >= latest || reach + mostPushGain <= low)
        ) {
          if (!looked) checks.prepare(ply, colour);
          looked = true;
          if (!checks.may(ply, move)) {
            // What goes for this move from here on goes for others: all at once, since each search for the best one
            // left has its price.
            pairs.drop(i);
            const ceiling = searched >= latest ? -NO_LIMIT : (futile + mostPushGain) | 0;
            if (ceiling < swept) {
              swept = ceiling;
              sweep(ply, start, end, ceiling, low);
            }
            continue;
          }
        }
        if (guard !== undefined) guard.save(ply);
        const isNew = !pairs.isMet(i);
        if (isNew) pairs.appraise(i, colour);
        evaluator.beforeMove(ply, move);
        sides.makeMove(colour, move);
        let bare = false;
        if (isNew) {
          sides.findPushes(colour);
          bare = (words[PUSHABLE] | words[PUSHABLE + 1]) === 0;
          if (!pairs.meet(ply, i, colour) && !bare) {
            // 11. Only losing pushes: the turn is legal and loses, by self-check at once, by a winning choice a
            //     turn later. Beside a push that does not lose at once they need not be looked at.
            const loses = (words[CHOICE_GIVING] | words[CHOICE_GIVING + 1]) !== 0 ? 2 : 1;
            sides.unmakeMove(colour, move);
            if (guard !== undefined) guard.compare(ply);
            if (ply + loses - MATE > best) best = ply + loses - MATE;
            continue;
          }
        }

        // 12. At low depth late turns are left out (SPRT 67-29-8 at 20,000 nodes), and quiet ones whose gain in both parts
        //     does not bring the static value near alpha (SPRT 175-127-30 at 40,000; 30 Nov 2026); but none whose move
        //     gives check, and nothing before a turn has been found that does not lose by force.
        let checking = UNKNOWN;

        do {
          if (searched >= latest && best > -MATE_BOUND) {
            if (checking === UNKNOWN) checking = sides.attacksKing(colour) ? 1 : 0;
            if (checking === 0) {
              pairs.drop(i);
              break;
            }
          }
          const push = bare ? 0 : pairs.takePush(ply, i, colour, hash);
          if (reach !== NO_LIMIT && best > -MATE_BOUND && isFutile(colour, reach, push, low)) {
            if (checking === UNKNOWN) checking = sides.attacksKing(colour) ? 1 : 0;
            if (checking === 0) continue;
          }
          // 13. Several threads: what another is looking at is put off, since soon the table will know it.
          let claimed = 0;
          if (claims.isShared && depth >= CLAIM_DEPTH) {
            claimed = claims.nameOf(keyLow, turnCode(move, push, choice));
            if (searched > 0 && postponed >= 0 && claims.isClaimed(claimed)) {
              pairs.postpone(i, colour, push);
              postponed++;
              continue;
            }
            claims.claim(claimed);
          }
          if (push === 0) {
            evaluator.withoutPush(ply);
          } else {
            evaluator.beforePush(ply, push);
            sides.makePush(colour, push);
          }

          // 14. Late turns are searched less deep. A turn's rank is the number of pairs of a move and a push tried
          //     so far that are better in both parts: the value of a turn is nearly the sum of its parts' values.
          //     Turns out of check, turns that give check and captures with their best push keep their depth. SPRT
          //     80-34-6 at 20,000 nodes (30 Nov 2026).
          let less = 0;
          if (searched > 0 && depth >= REDUCTION_DEPTH && !inCheck && (quiet || pairs.taken(i) > 1)) {
            less = reduction(depth, bare ? pairs.order(i) : Math.imul(pairs.order(i), pairs.taken(i)));
            if (less > 0 && sides.attacksKing(colour)) less = 0;
          }

          // 15. Principal variation search: all but the first turn only have to be shown not to be better.
          let score: number;
          if (searched === 0) {
            score = -search(-high | 0, -low | 0, depth - 1, ply + 1) | 0;
          } else {
            score = -search((-low - 1) | 0, -low | 0, depth - 1 - less, ply + 1) | 0;
            if (score > low && less > 0) score = -search((-low - 1) | 0, -low | 0, depth - 1, ply + 1) | 0;
            if (score > low && score < high) score = -search(-high | 0, -low | 0, depth - 1, ply + 1) | 0;
          }
          if (claimed !== 0) claims.release(claimed);
          tried[firstTried + searched] = turnCode(move, push, 0);
          searched++;
          if (push !== 0) sides.unmakePush(colour, push);
          if (watch.stopped()) {
            over = true;
            break;
          }
          if (score > best) {
            best = score;
            if (score > low) {
              low = score;
              bestTurn = turnCode(move, push, choice);
              lines.extend(ply, bestTurn);
              if (score >= high) {
                over = true;
                break;
              }
            }
          }
        } while (pairs.stays(ply, end, i));
        sides.unmakeMove(colour, move);
        if (guard !== undefined) guard.compare(ply);
      }
      // 16. A refutation is remembered: whole, as a killer; and its move apart, since other turns share it. SPRT at
      //     20,000 nodes: killers against neither 238-186-32, history of moves against neither 226-177-41; either
      //     does most of what both do (history beside killers against killers 288-273-39; 30 Nov 2026).
      if (best >= high && bestTurn !== NO_TURN && !watch.stopped()) {
        learn(colour, ply, depth, firstTried + searched - 1, bestTurn);
      }

      if (choice !== 0) {
        evaluator.undoChoice(ply, pending, choice);
        sides.unchoose(colour, pending, choice);
      }
    }
    if (watch.stopped()) return 0;

    // 17. Checkmate or stalemate.
    if (legal === 0) return inCheck ? ply - MATE : 0;

    const bound = best >= high ? BOUND_LOWER : best > floor ? BOUND_EXACT : BOUND_UPPER;
    if (isShallow) leaves.storeShallow(keyLow, keyHigh, ply, bestTurn, bound, best, standing);
    else table.store(keyLow, keyHigh, ply, bestTurn, bound, best, standing, depth);
    return best;
  }

  /**
   * Gives up the moves that cannot check and, where the turn with the best push reaches `ceiling` and what the move
   * gains, do not come above alpha; with -NO_LIMIT all of them, captures too.
   */
  function sweep(ply: number, start: number, end: number, ceiling: number, alpha: number): void {
    for (let i = start; i < end; i++) {
      const move = moves[i];
      const quiet = squares[(move >> 6) & 63] === EMPTY && move >> 14 !== PROMOTION;
      const isHopeless = ceiling === -NO_LIMIT || (quiet && ceiling + picker.moveGain(move) <= alpha);
      if (isHopeless && !checks.may(ply, move)) pairs.strike(i);
    }
    pairs.refresh(ply, end);
  }

  /**
   * Does passing say anything? Whoever has nothing but king and pawns to move, or none but losing pushes, may be in
   * zugzwang; mates in 2 were not seen for it.
   */
  function mayStandStill(colour: number): boolean {
    return hasPieces(colour) && !mustLoseByPush(colour);
  }

  /** Has `colour` more than its king and pawns? */
  function hasPieces(colour: number): boolean {
    const own = 12 * colour;
    const all = OCCUPIED + 2 * colour;
    return (
      (words[all] ^ words[own] ^ words[own + 2 * KING]) !== 0 ||
      (words[all + 1] ^ words[own + 1] ^ words[own + 2 * KING + 1]) !== 0
    );
  }

  /**
   * Has `colour` pawns of the opponent to push, all of which are let promote or give check by it? Its move may change
   * that, but passing, or standing still, does not.
   */
  function mustLoseByPush(colour: number): boolean {
    const theirs = 12 - 12 * colour;
    const freeLow = ~(words[OCCUPIED] | words[OCCUPIED + 2]);
    const freeHigh = ~(words[OCCUPIED + 1] | words[OCCUPIED + 3]);
    const king = first(words[12 * colour + 2 * KING], words[12 * colour + 2 * KING + 1]);
    const guards = (colour << 7) + (king << 1);
    // Whose square ahead is free, and of these whose square ahead is neither on the last rank nor gives check.
    if (colour === 0) {
      const aheadLow = (words[theirs] >>> 8) | (words[theirs + 1] << 24);
      const low = aheadLow & freeLow;
      const high = (words[theirs + 1] >>> 8) & freeHigh;
      const safe = (low & ~0xff & ~pawnAttacks[guards]) | (high & ~pawnAttacks[guards + 1]);
      return (low | high) !== 0 && safe === 0;
    }
    const low = (words[theirs] << 8) & freeLow;
    const high = ((words[theirs + 1] << 8) | (words[theirs] >>> 24)) & freeHigh;
    const safe = (low & ~pawnAttacks[guards]) | (high & 0x00ffffff & ~pawnAttacks[guards + 1]);
    return (low | high) !== 0 && safe === 0;
  }

  /** Is the turn before this position a null move? Two in a row would only search the same position less deep. */
  function afterNull(): boolean {
    return frames[(words[DEPTH] - 1) * FRAME_SIZE + FRAME_TURN] === NO_TURN;
  }

  /** The value of passing, in a window that only tells whether it reaches `beta`. */
  function searchNull(beta: number, depth: number, ply: number): number {
    const us = mover(position);
    us.makeNull();
    evaluator.pass(ply);
    const value = -search(-beta | 0, (1 - beta) | 0, depth, ply + 1) | 0;
    us.unmakeNull();
    return value;
  }

  /** Does the turn with this push leave the value below alpha, `reach` being what it can be with the move alone? */
  function isFutile(colour: number, reach: number, push: number, alpha: number): boolean {
    return reach + (push === 0 ? 0 : picker.pushGain(colour, push)) <= alpha;
  }

  /**
   * Rewards the quiet move of the refutation `turn`, whatever its push. Of the turns tried before it, up to index
   * `end`, the other quiet moves lose credit.
   */
  function learn(colour: number, ply: number, depth: number, end: number, turn: Turn): void {
    const best = turn & 0xffff;
    if (squares[(best >> 6) & 63] !== EMPTY || best >> 14 === PROMOTION) return;
    const bonus = historyBonus(depth);
    history.addKiller(ply, turn);
    history.nudge(history.moves, moveSlot(colour, turn), bonus);
    for (let i = ply * TURNS; i < end; i++) {
      const move = tried[i] & 0xffff;
      // The pushes of a move often follow upon one another; once is enough.
      if (move !== best && (tried[i + 1] & 0xffff) !== move && squares[(move >> 6) & 63] === EMPTY) {
        history.nudge(history.moves, moveSlot(colour, move), -bonus);
      }
    }
  }

  function reduction(depth: number, rank: number): number {
    return reductions[(Math.min(depth, 63) << 8) | Math.min(rank, 255)];
  }

  function setFifty(clock: number): void {
    fifty[0] = clock;
  }

  return { search, reduction, setFifty };
}

/** By 256 × depth + rank. */
function reductionTable(): Int32Array {
  const table = new Int32Array(64 * 256);
  for (let depth = 1; depth < 64; depth++) {
    for (let rank = 2; rank < 256; rank++) {
      const turns = REDUCTION_BASE + (Math.log(depth) * Math.log(rank)) / REDUCTION_DIVISOR;
      table[256 * depth + rank] = Math.floor(turns);
    }
  }
  return table;
}
