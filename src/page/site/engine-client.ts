/**
 * The page's end of the conversation with an engine, in UCI. One search at a time: a new one takes the place of the
 * one before, whose late answers are kept from whoever asks no more.
 */
import type { Variant } from '../../rules/variants.ts';
import { type EngineInfo, type EngineOption, parseEngineLine } from './uci-text.ts';

/** Where the lines go and come from. */
export interface EngineWire {
  send(line: string): void;
  end(): void;
}
export type ConnectEngine = (
  onLine: (line: string) => void,
  onFailure: (reason: string) => void,
) => EngineWire;

export interface SearchJob {
  readonly variant: Variant;
  /** Where the game began, and the turns since in the protocol's form. */
  readonly fen: string;
  readonly turns: readonly string[];
  /** What stands behind `go`. */
  readonly limits: string;
  readonly lines: number;
  /** Options of this search alone, by name: set before it if the engine has them. */
  readonly options?: ReadonlyMap<string, string>;
  onInfo?(info: EngineInfo): void;
  /** Not called if another search or `cancel` came first. */
  onBest?(turn: string | undefined): void;
}

export interface RunningSearch {
  /** Ends it; its best turn is still reported. */
  stop(): void;
  /** Ends it; nothing more is heard of it. */
  cancel(): void;
  readonly isOver: boolean;
}

export interface EngineClient {
  readonly state: 'starting' | 'ready' | 'failed';
  readonly failure: string;
  readonly name: string;
  readonly options: ReadonlyMap<string, EngineOption>;
  search(job: SearchJob): RunningSearch;
  /** Sets an option for good. */
  setOption(name: string, value: string): void;
  newGame(): void;
  /** Takes a new engine in place of one that failed. */
  restart(): void;
}

interface Asked {
  readonly job: SearchJob;
  isHeard: boolean;
  isOver: boolean;
}

/**
 * `firstOptions` are set before the engine gets ready; `onChange` hears of a new state, `onRemark` of what the engine
 * has to say to people.
 */
export function createEngineClient(
  connect: ConnectEngine,
  firstOptions: ReadonlyMap<string, string>,
  onChange: () => void,
  onRemark: (text: string) => void,
): EngineClient {
  let state: EngineClient['state'] = 'starting';
  let failure = '';
  let name = '';
  const options = new Map<string, EngineOption>();
  const lasting = new Map(firstOptions);
  /** What the engine has been told. */
  let values = new Map<string, string>();
  /** The searches that still owe their answer, the one under way in front. */
  let asked: Asked[] = [];
  let wire = start();

  function start(): EngineWire {
    const started = connect(onLine, onFailure);
    started.send('uci');
    for (const [option, value] of lasting) started.send(`setoption name ${option} value ${value}`);
    started.send('isready');
    return started;
  }

  function onFailure(reason: string): void {
    failure = reason;
    state = 'failed';
    for (const search of asked) search.isOver = true;
    asked = [];
    onChange();
  }

  function onLine(text: string): void {
    if (text === 'readyok') {
      state = 'ready';
      onChange();
      return;
    }
    const line = parseEngineLine(text);
    if (line.kind === 'option') options.set(line.option.name, line.option);
    else if (line.kind === 'name') name = line.text;
    else if (line.kind === 'remark') onRemark(line.text);
    else if (line.kind === 'info' && asked[0]?.isHeard) asked[0].job.onInfo?.(line.info);
    else if (line.kind === 'best') {
      const search = asked.shift();
      if (search === undefined) return;
      search.isOver = true;
      if (search.isHeard) search.job.onBest?.(line.turn);
    }
  }

  function tell(option: string, value: string): void {
    if (options.size > 0 && !options.has(option)) return;
    const initial = options.get(option)?.initial;
    if ((values.get(option) ?? lasting.get(option) ?? initial) === value) return;
    values.set(option, value);
    wire.send(`setoption name ${option} value ${value}`);
  }

  function search(job: SearchJob): RunningSearch {
    quiet();
    const own: Asked = { job, isHeard: true, isOver: state === 'failed' };
    if (state !== 'failed') {
      asked.push(own);
      const wanted = new Map([
        ['UCI_Variant', job.variant.name],
        ['MultiPV', String(job.lines)],
        ...(job.options ?? []),
      ]);
      // What another search has set goes back to what it was.
      for (const option of values.keys()) {
        if (!wanted.has(option)) tell(option, lasting.get(option) ?? options.get(option)?.initial ?? '');
      }
      for (const [option, value] of wanted) tell(option, value);
      const turns = job.turns.length === 0 ? '' : ` moves ${job.turns.join(' ')}`;
      const start = job.fen === job.variant.startFen ? 'startpos' : `fen ${job.fen}`;
      wire.send(`position ${start}${turns}`);
      wire.send(`go ${job.limits}`);
    }
    return {
      get isOver() {
        return own.isOver || !own.isHeard;
      },
      stop() {
        if (!own.isOver) wire.send('stop');
      },
      cancel() {
        if (own.isHeard && !own.isOver) wire.send('stop');
        own.isHeard = false;
      },
    };
  }

  /** Ends what is under way and hears no more of it. */
  function quiet(): void {
    if (asked.some((search) => search.isHeard)) wire.send('stop');
    for (const search of asked) search.isHeard = false;
  }

  return {
    get state() {
      return state;
    },
    get failure() {
      return failure;
    },
    get name() {
      return name;
    },
    options,
    search,
    setOption(option, value) {
      lasting.set(option, value);
      values.delete(option);
      wire.send(`setoption name ${option} value ${value}`);
    },
    newGame() {
      quiet();
      wire.send('ucinewgame');
    },
    restart() {
      wire.end();
      values = new Map();
      state = 'starting';
      wire = start();
      onChange();
    },
  };
}
