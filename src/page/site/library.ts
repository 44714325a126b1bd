/** Many games: a PGN text read bit by bit so that the page stays awake, or a file that is being written and watched. */
import { type PgnGame, readPgn } from '../../rules/pgn.ts';

export interface Library {
  readonly name: string;
  readonly games: readonly PgnGame[];
  readonly isReading: boolean;
  /** Games that could not be read to their end. */
  readonly faults: number;
  /** The address of the file that is watched. */
  readonly watched: string | undefined;
  /** The number of the game on the board; -1 if none of these. */
  selected: number;
  open(games: Iterable<PgnGame>, name: string): void;
  watch(address: string): void;
  close(): void;
}

export interface LibraryEvents {
  change(): void;
  /** The watched file has been written again. */
  renewed(): void;
}

/** Longer than this the reader does not hold the page up. */
const SLICE_MS = 12;
const WATCH_MS = 400;

export function createLibrary(events: LibraryEvents): Library {
  let name = '';
  let games: PgnGame[] = [];
  let faults = 0;
  let reader: Iterator<PgnGame> | undefined;
  let watched: string | undefined;
  let version: string | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let selected = -1;

  function readOn(): void {
    if (reader === undefined) return;
    const end = performance.now() + SLICE_MS;
    do {
      const { done, value } = reader.next();
      if (done === true) {
        reader = undefined;
        break;
      }
      games.push(value);
      if (value.error !== undefined) faults++;
    } while (performance.now() < end);
    events.change();
    if (reader !== undefined) timer = setTimeout(readOn, 0);
  }

  function close(): void {
    clearTimeout(timer);
    reader = undefined;
    watched = undefined;
    games = [];
    faults = 0;
    selected = -1;
    name = '';
  }

  async function look(): Promise<void> {
    const address = watched;
    if (address === undefined) return;
    try {
      const answer = await fetch(address);
      const tag = answer.headers.get('etag') ?? answer.headers.get('last-modified');
      if (answer.ok && watched === address && (tag === null || tag !== version)) {
        version = tag;
        renew([...readPgn(await answer.text())]);
      }
    } catch {
      // The server may come back, and so do we.
    }
    if (watched === address) timer = setTimeout(() => void look(), WATCH_MS);
  }

  function renew(present: PgnGame[]): void {
    const before = games[selected];
    games = present;
    faults = games.filter((game) => game.error !== undefined).length;
    selected = before === undefined ? -1 : games.findIndex((game) => isSameGame(game, before));
    events.renewed();
    events.change();
  }

  return {
    get name() {
      return name;
    },
    get games() {
      return games;
    },
    get isReading() {
      return reader !== undefined;
    },
    get faults() {
      return faults;
    },
    get watched() {
      return watched;
    },
    get selected() {
      return selected;
    },
    set selected(index) {
      selected = index;
    },
    open(source, title) {
      close();
      name = title;
      reader = source[Symbol.iterator]();
      readOn();
    },
    watch(address) {
      close();
      name = 'Games being played';
      watched = address;
      version = null;
      events.change();
      void look();
    },
    close() {
      close();
      events.change();
    },
  };
}

const IDENTITY = ['Event', 'Round', 'White', 'Black', 'UTCDate', 'UTCTime'];

/** Is one the other with some turns more? */
function isSameGame(a: PgnGame, b: PgnGame): boolean {
  return IDENTITY.every((tag) => a.tags.get(tag) === b.tags.get(tag));
}

/** The games among `games` in whose names, events or results all the words occur, by their numbers. */
export function findGames(games: readonly PgnGame[], words: string): number[] {
  const wanted = words
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  const found: number[] = [];
  games.forEach((game, index) => {
    const { tags, result } = game;
    const text = ['White', 'Black', 'Event', 'Round', 'Date', 'Variant', 'Termination']
      .map((tag) => tags.get(tag) ?? '')
      .concat(result, game.error === undefined ? '' : 'fault')
      .join(' ')
      .toLowerCase();
    if (wanted.every((word) => text.includes(word))) found.push(index);
  });
  return found;
}
