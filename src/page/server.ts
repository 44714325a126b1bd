/**
 * A small web server for the page, for this machine alone: the files of one folder, kept in memory, and perhaps one
 * or two game files beside them. Its headers isolate the page, so that its engine may share memory with its threads.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { extname, join } from 'node:path';
import { gzipSync } from 'node:zlib';

export interface Site {
  /** The folder with index.html. */
  readonly folder: string;
  /** Addresses within the site that stand for files elsewhere, which are read anew at every request. */
  readonly files: ReadonlyMap<string, string>;
}

interface Asset {
  readonly body: Buffer;
  readonly packed: Buffer;
  readonly type: string;
  readonly tag: string;
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
};

const HEADERS: Readonly<Record<string, string>> = {
  // With these two the page is isolated and has shared memory.
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  // Ask each time: a new build is seen at once, and an old one costs only the question.
  'cache-control': 'no-cache',
};

export function createPageServer({ folder, files }: Site): Server {
  const assets = loadAssets(folder);

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // Only under our own names: a page from elsewhere may have its name lead to us.
    if (!/^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(request.headers.host ?? ''))
      return refuse(response, 403);
    if (request.method !== 'GET' && request.method !== 'HEAD') return refuse(response, 405);
    const [path] = (request.url ?? '/').split('?');
    const name = path === '/' ? 'index.html' : path.slice(1);
    const file = files.get(name);
    if (file !== undefined) return sendFile(file, request, response);
    const asset = assets.get(name);
    if (asset === undefined) return refuse(response, 404);
    const packs = /\bgzip\b/.test(request.headers['accept-encoding'] ?? '');
    const headers = packs ? { 'content-encoding': 'gzip' } : {};
    send(request, response, asset.tag, packs ? asset.packed : asset.body, {
      ...headers,
      'content-type': asset.type,
      vary: 'accept-encoding',
    });
  }

  return createServer((request, response) => {
    answer(request, response).catch(() => refuse(response, 500));
  });
}

function loadAssets(folder: string): Map<string, Asset> {
  const assets = new Map<string, Asset>();
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const body = readFileSync(join(folder, entry.name));
    const tag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 20)}"`;
    const type = TYPES[extname(entry.name)] ?? 'application/octet-stream';
    assets.set(entry.name, { body, packed: gzipSync(body, { level: 9 }), type, tag });
  }
  return assets;
}

async function sendFile(file: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    const { mtimeMs, size } = await stat(file);
    const body = await readFile(file);
    send(request, response, `"${mtimeMs.toString(36)}-${size.toString(36)}"`, body, {
      'content-type': TYPES['.txt'],
    });
  } catch {
    // It may not be there yet, or not at this moment.
    refuse(response, 404);
  }
}

function send(
  request: IncomingMessage,
  response: ServerResponse,
  tag: string,
  body: Buffer,
  headers: Record<string, string>,
): void {
  const known = request.headers['if-none-match'] === tag;
  response.writeHead(known ? 304 : 200, { ...HEADERS, ...headers, etag: tag });
  response.end(known || request.method === 'HEAD' ? undefined : body);
}

function refuse(response: ServerResponse, status: number): void {
  response.writeHead(status, { ...HEADERS, 'content-type': TYPES['.txt'] });
  response.end(`${status}\n`);
}
