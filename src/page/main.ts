/** The program dist/page.cjs: `serac page` serves the page and says where. */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { parseFen } from '../rules/fen.ts';
import { readPgn } from '../rules/pgn.ts';
import { quote } from '../rules/quote.ts';
import { AVALANCHE } from '../rules/variants.ts';
import { createPageServer } from './server.ts';

const FIRST_PORT = 8377;
/** Ports tried in turn if one is taken and none was asked for. */
const PORTS = 20;

const HELP = `serac page [GAMES.pgn]       opens the board in the browser: play, analyse, look at games

  --port N         the port to serve on; if not given, ${FIRST_PORT} or the next one that is free
  --watch FILE     follows the games in FILE, which serac match -livepgn FILE keeps writing
  --no-open        does not start a browser, only says the address
  --help

The page comes from this machine alone and asks no other. Ctrl+C ends it.
`;

class Refusal extends Error {}

interface Wishes {
  readonly games: string | undefined;
  readonly watched: string | undefined;
  readonly port: number | undefined;
  readonly opens: boolean;
}

function readWishes(args: readonly string[]): Wishes | undefined {
  const { values, positionals } = parse(args);
  if (values.help) return undefined;
  const [games, extra] = positionals;
  if (extra !== undefined) throw new Refusal(`${quote(extra)} is one file too many`);
  if (games !== undefined) inspect(games);
  // It need not be there yet.
  if (values.watch !== undefined && existsSync(values.watch)) refuseFolder(values.watch);
  const port = values.port === undefined ? undefined : Number(values.port);
  if (port !== undefined && !(Number.isInteger(port) && port >= 0 && port < 65536)) {
    throw new Refusal(`no port: ${quote(values.port ?? '')}`);
  }
  const opens = values['no-open'] !== true && process.stdout.isTTY === true;
  return { games, watched: values.watch, port, opens };
}

/** Refuses what the page could show nothing of; what is wrong within a game it says better than we. */
function inspect(file: string): void {
  if (!existsSync(file)) throw new Refusal(`no file ${quote(file)}`);
  refuseFolder(file);
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new Refusal(`${quote(file)} cannot be read: ${error instanceof Error ? error.message : error}`);
  }
  if (parseFen(text.trim(), AVALANCHE).ok) return;
  const [game] = readPgn(text);
  // One tag is always there, that of the variant.
  const isEmpty = game === undefined || (game.line.turns.length === 0 && game.tags.size <= 1);
  if (isEmpty && (game === undefined || game.error !== undefined)) {
    throw new Refusal(`${quote(file)} holds no games (PGN) and no position (FEN)`);
  }
}

function refuseFolder(file: string): void {
  if (statSync(file).isDirectory()) throw new Refusal(`${quote(file)} is a folder`);
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        port: { type: 'string' },
        watch: { type: 'string' },
        'no-open': { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    });
  } catch (error) {
    throw new Refusal(error instanceof Error ? error.message.split('. ')[0] : String(error));
  }
}

function serve({ games, watched, port, opens }: Wishes): void {
  const files = new Map<string, string>();
  if (games !== undefined) files.set('opened.pgn', resolve(games));
  if (watched !== undefined) files.set('watched.pgn', resolve(watched));
  const folder = join(__dirname, 'page');
  if (!existsSync(join(folder, 'index.html'))) throw new Refusal(`nothing to serve in ${folder}`);
  const server = createPageServer({ folder, files });
  let candidate = port ?? FIRST_PORT;
  server.on('error', (error: NodeJS.ErrnoException) => {
    const isTaken = error.code === 'EADDRINUSE';
    if (isTaken && port === undefined && ++candidate < FIRST_PORT + PORTS) listen();
    else complain(isTaken ? `port ${candidate} is taken` : error.message);
  });
  const listen = (): void => void server.listen(candidate, '127.0.0.1');
  server.on('listening', () => {
    const { port: actual } = server.address() as AddressInfo;
    const place = watched !== undefined ? '#watch' : games !== undefined ? '#open' : '';
    const address = `http://127.0.0.1:${actual}/${place}`;
    process.stdout.write(`Serac's board: ${address}\nCtrl+C ends it.\n`);
    if (opens) openBrowser(address);
  });
  listen();
}

/** As the system does it; if it does not, the address has been said. */
function openBrowser(address: string): void {
  const [command, ...args] =
    process.platform === 'darwin'
      ? ['open']
      : process.platform === 'win32'
        ? ['cmd', '/c', 'start', '']
        : ['xdg-open'];
  const child = spawn(command, [...args, address], { stdio: 'ignore', detached: true });
  child.on('error', () => {});
  child.unref();
}

function complain(problem: string): void {
  process.stderr.write(`serac: page: ${problem} (serac page --help says what there is)\n`);
  process.exitCode = 2;
}

// The page is served all the same to whoever has not stayed to read its address.
process.stdout.on('error', () => {});
try {
  const wishes = readWishes(process.argv.slice(3));
  if (wishes === undefined) process.stdout.write(HELP);
  else serve(wishes);
} catch (error) {
  if (!(error instanceof Refusal)) throw error;
  complain(error.message);
}
