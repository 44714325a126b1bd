/**
 * A fixed piece of work: the sum of its nodes is the same on every machine and tells whether two builds search alike,
 * its speed tells how fast a machine is. One thread with a table of its own, forgotten before each position.
 */
import { AVALANCHE, BALANCED_AVALANCHE, REVERSED_AVALANCHE, type Variant } from '../rules/variants.ts';
import { CONTROL_STOP } from '../search/limits.ts';
import { createPool, type Platform } from './pool.ts';
import type { Listener } from './report.ts';
import type { Task } from './tasks.ts';
import { now, type ThreadReply, UNLIMITED } from './thread.ts';

export const BENCH_DEPTH = 8;
const TABLE_MEGABYTES = 16;

interface BenchPosition {
  readonly variant: Variant;
  readonly fen: string;
}

/** Openings, middle games, late positions; some with a choice due, in check, or without a push to make. */
const FENS: readonly (readonly [Variant, readonly string[]])[] = [
  [
    AVALANCHE,
    [
      AVALANCHE.startFen,
      'rnbqk1nr/2pp2pp/pp1bpp2/8/2P5/P3P2P/1P1P1PP1/RNBQKBNR b KQkq - 0 3',
      'rnbqkb1r/p1p1ppp1/3p1n1p/1p6/1PPP4/6P1/P3PP1P/RNBQKBNR b KQkq - 0 3',
      'rnb1kbnr/p2p1pp1/1p2p3/2p3qp/1P2P1P1/5P1P/P1PP4/RNBQKBNR w KQkq - 0 4',
      'r3k2r/pppqbppp/2n1bn2/3pp3/3PP3/2N1BN2/PPPQBPPP/R3K2R w KQkq - 6 9',
      'rnbq1rk1/2p1n2p/p4p2/Pp1p4/2PPp3/QP2bNPP/8/RNB1KB1R b KQ - 0 9',
      '2b1qbkr/p2r4/P1p2pP1/2np1P2/Np1P1p1p/4p2B/Q6P/R1B2KNR b - - 0 15',
      '2b3kr/p2r2P1/P1pb1pq1/2np1P2/N1QP1p1p/4p2B/1p2N2P/R1B2K1R b - - 0 17',
      '7r/rp4p1/PP1bk1P1/1Qp1Pp1p/1nPpPP1q/2n2NB1/7P/RN2K2R w KQ - 0 16',
      'k3r3/7p/8/4n3/8/8/P7/4K2R b K - 0 1',
      '4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3 w - - 0 1',
      '5b1P/P1Pnk3/1p2B1rK/1r2Q3/1pP2Q2/3R4/2ppNPP1/8 w - - 12 58',
      '5Q2/k7/P3p3/2PPP3/8/2n5/1r3PKN/q7 b - - 0 26',
      '8/8/8/2p5/6k1/8/8/R6K w - - 0 1',
    ],
  ],
  [
    BALANCED_AVALANCHE,
    [
      BALANCED_AVALANCHE.startFen,
      'rnbqkbnr/pppp1ppp/8/4p3/4P3/5P2/PPPP2PP/RNBQKBNR w KQkq - 0 2',
      'rnbqkb1r/1pp1pppp/p2p4/5n2/P7/2PP3P/1P2PPP1/RNBQKBNR b KQkq - 0 3',
      'rnbqkbnr/pp1pp3/5pp1/2p5/P2P3p/1P2BP2/R1P1P1PP/1N1QKBNR b Kkq - 0 4',
      'rnbqkb1r/pppp1p1p/6pn/4p3/2P5/N2P1P2/PP2P1PP/R1BQKBNR w KQkq - 0 3',
      'r2qkr2/1b3pb1/p4n1p/1pPp1PpP/P3p1P1/3BP2N/2P2K2/RNBQ3R b q - 0 11',
      'r5nr/5Q1p/pqk4b/Pppp1P2/1PP2P1P/4p2N/8/RNB1KBRr b Q - 0 13',
      '3qk1r1/rb3pbn/p1P2P1p/P5pP/1pB1p1P1/N2pP2N/2P2K2/R1B3QR b - - 0 14',
      '1nq2knr/7r/4bb1P/1B2PN2/1P1Q4/p1pP4/PBP2p2/R2K1R2 w - - 0 20',
      'r3k2r/2ppp3/7p/pP3PP1/8/4p3/1PP1P2P/pRN1K3 b kq - 0 5',
      'rr3P1k/p1p5/n1b4P/1p2pP2/nPP2nn1/8/2RPp3/4KR2 w - - 0 57',
      '7r/P3n1k1/1R5p/7P/6p1/2pR2P1/2P5/7K w - - 0 29',
      '8/3PPb2/8/PN2P3/8/1P3P2/k2K2RP/5q2 w - - 0 43',
    ],
  ],
  [
    REVERSED_AVALANCHE,
    [
      REVERSED_AVALANCHE.startFen,
      'rnbkqb1r/pp1p1ppp/4pn2/2p5/2PP4/P4N2/1P2PPPP/RNBQKB1R b KQkq - 0 1',
      'rnbkqbnr/2pp1pp1/pp2p3/7p/7P/P1P3P1/1P1PPP2/RNBQKBNR w KQkq - 0 3',
      'rnbkqbnr/3p2pp/ppp1pp2/8/2P5/4PP2/PP1P1KPP/RNBQ1BNR b kq - 0 3',
      'r1bk1qnr/p5b1/nppp2pp/2P2pP1/PP2p2P/N4P2/R2PP3/2BQKBNR w Kkq - 0 7',
      'r2k3r/pppqbppp/2n1bn2/3pp3/3PP3/2N1BN2/PPPQBPPP/R3K2R b KQkq - 6 9',
      'rnbk2n1/P2p3r/1p3p2/1q3Pp1/1b4Pp/2pPB2B/P1Q1K2P/RN4NR b q - 0 11',
      'rnbk2nr/p3b3/R1pp1ppp/1PP3P1/3Pp3/1PN5/4Pq1P/2BQKB1R w Kkq - 0 8',
      'rnb1qkn1/2b1r3/pP1Np1p1/P2pPpP1/3P1P1p/3BB2P/4K1Q1/3R2NR b - - 1 18',
      'rn4NB/1bk5/B3p2p/1PbpP2n/p2P1p2/5P2/1K1RN3/r6R b - - 0 19',
      'rnPq1kn1/1b1p4/1p4pr/p2Pp1P1/P1B1Pp1p/2P2P1P/4N1K1/RNB2QR1 w - - 0 13',
      'r1k4r/1p3ppp/6P1/8/8/P2p4/8/RN2K2R w KQ - 0 78',
      '2k4r/6p1/Pp4P1/3r3p/5p2/1N6/2Kp4/3R2R1 b - - 0 82',
    ],
  ],
];

export const BENCH_POSITIONS: readonly BenchPosition[] = FENS.flatMap(([variant, fens]) =>
  fens.map((fen) => ({ variant, fen })),
);

export interface BenchEvents {
  /** One position is done. */
  position?(index: number, nodes: number): void;
  done(nodes: number, milliseconds: number): void;
  died(reason: string): void;
}

/** One position in so many is searched beforehand, uncounted: what a search costs is asked, not what compiling it does. */
const WARM_UP_STEP = 6;

/** Runs it in a thread of its own; returns what ends it early. */
export function runBench(platform: Platform, depth: number | undefined, events: BenchEvents): () => void {
  let reason = 'no thread';
  const pool = createPool(platform, (why) => {
    reason = why;
  });
  const died = (): void => events.died(reason);
  const warmUp = BENCH_POSITIONS.filter((_, i) => i % WARM_UP_STEP === 0);
  const positions = [...warmUp, ...BENCH_POSITIONS];
  let index = 0;
  let nodes = 0;
  let milliseconds = 0;
  let stopped = false;

  function next(): void {
    if (index === positions.length || stopped) {
      pool.end();
      events.done(nodes, milliseconds);
    } else pool.post({ type: 'new game' }, { reply: search, died });
  }

  function search(): void {
    const start = now();
    pool.setControl(CONTROL_STOP, stopped ? 1 : 0);
    const limits = {
      ...UNLIMITED,
      depth: Math.max(1, Math.min(UNLIMITED.depth, depth ?? BENCH_DEPTH)),
      start,
    };
    function reply(message: ThreadReply): void {
      if (message.type !== 'found') return;
      if (index >= warmUp.length) {
        milliseconds += now() - start;
        nodes += message.result.nodes;
        events.position?.(index - warmUp.length, message.result.nodes);
      }
      index++;
      next();
    }
    const game = { ...positions[index], turns: [] };
    pool.post({ type: 'search', game, limits, practice: false }, { reply, died });
  }

  try {
    pool.start(TABLE_MEGABYTES, 1, { reply: next, died });
  } catch (error) {
    events.died(error instanceof Error ? error.message : String(error));
  }
  return () => {
    stopped = true;
    pool.setControl(CONTROL_STOP, 1);
  };
}

/** The same as something that an engine is asked for between searches. */
export function createBenching(platform: Platform, listener: Listener, depth: number | undefined): Task {
  let end: (() => void) | undefined;
  let stopped = false;

  function begin(finish: () => void): void {
    if (stopped) {
      listener.remark('bench stopped before it began');
      finish();
      return;
    }
    let positions = 0;
    end = runBench(platform, depth, {
      position(index) {
        if (!stopped) positions = index + 1;
      },
      done(nodes, milliseconds) {
        if (positions < BENCH_POSITIONS.length) {
          listener.remark(`bench stopped, partial: ${positions} of ${BENCH_POSITIONS.length} positions`);
        } else listener.benched(nodes, milliseconds);
        finish();
      },
      died(reason) {
        listener.remark(`bench: search thread lost: ${reason}`);
        finish();
      },
    });
  }

  return {
    long: true,
    begin,
    stop() {
      stopped = true;
      end?.();
    },
    isEndless: () => false,
    isStopped: () => stopped,
  };
}
