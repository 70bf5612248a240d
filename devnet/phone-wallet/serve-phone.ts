import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import type { DemoPhone } from './phone-wallet.ts';

const SCREEN = join(import.meta.dirname, 'screen');
const FILES: Readonly<Record<string, readonly [path: string, type: string]>> = {
  '/': [join(SCREEN, 'index.html'), 'text/html; charset=utf-8'],
  '/screen.js': [join(SCREEN, 'screen.js'), 'text/javascript; charset=utf-8'],
  '/words.js': [join(SCREEN, 'words.js'), 'text/javascript; charset=utf-8'],
  '/screen.css': [join(SCREEN, 'screen.css'), 'text/css; charset=utf-8'],
  '/jsqr.js': [fileURLToPath(import.meta.resolve('jsqr')), 'text/javascript; charset=utf-8'],
};
const POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; img-src blob:; connect-src 'self'";
const LARGEST_BODY = 16 * 1024;

const COMMANDS = {
  '/pair': z.strictObject({ uri: z.string().startsWith('wc:').max(2_000) }),
  '/answer': z.strictObject({ id: z.number(), isApproved: z.boolean() }),
  '/leave': z.strictObject({ topic: z.string().max(100) }),
};

type ServedPhone = {
  readonly phone: DemoPhone;
  readonly port: number;
  /** Decimal JU of the wallet on the chain. */
  readonly readBalance: () => Promise<string>;
};

/**
 * Serves the wallet's screen on a port of this machine. Returns the function that shows a new state on open screens.
 * Only the screen itself may answer questions: a page of another origin could otherwise approve its own requests.
 */
export async function servePhone({ phone, port, readBalance }: ServedPhone): Promise<() => void> {
  const screens = new Set<ServerResponse>();
  const origins = [`http://127.0.0.1:${port}`, `http://localhost:${port}`];
  const writeState = async (screen: ServerResponse) => {
    const balance = await readBalance().catch(() => null);
    screen.write(`data: ${JSON.stringify({ ...phone.readState(), balance })}\n\n`);
  };
  const server = createServer((request, response) => {
    response.setHeader('content-security-policy', `${POLICY}; frame-ancestors 'none'`);
    response.setHeader('cache-control', 'no-store');
    // Under another name it is a page elsewhere whose name points here.
    if (!origins.includes(`http://${request.headers.host}`)) return void response.writeHead(403).end();
    const { pathname } = new URL(request.url ?? '/', 'http://phone');
    if (request.method === 'POST') {
      if (!origins.includes(request.headers.origin ?? '')) return void response.writeHead(403).end();
      return void perform(phone, pathname, request).then((status) => response.writeHead(status).end());
    }
    if (pathname === '/state') return follow(screens, response, writeState);
    const [path, type] = FILES[pathname] ?? [];
    if (path === undefined || type === undefined) return void response.writeHead(404).end();
    response.writeHead(200, { 'content-type': type }).end(readFileSync(path));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return () => {
    for (const screen of screens) void writeState(screen);
  };
}

type WriteState = (screen: ServerResponse) => Promise<void>;

function follow(screens: Set<ServerResponse>, response: ServerResponse, writeState: WriteState): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  screens.add(response);
  response.on('close', () => screens.delete(response));
  void writeState(response);
}

/** Performs a command of the screen. Returns the status of its answer. */
async function perform(phone: DemoPhone, path: string, request: IncomingMessage): Promise<number> {
  try {
    const body: unknown = JSON.parse(await readBody(request));
    if (path === '/pair') await phone.pair(COMMANDS['/pair'].parse(body).uri);
    else if (path === '/leave') await phone.leave(COMMANDS['/leave'].parse(body).topic);
    else if (path === '/answer') {
      const { id, isApproved } = COMMANDS['/answer'].parse(body);
      return (await phone.answer(id, isApproved)) ? 204 : 410;
    } else return 404;
    return 204;
  } catch (error) {
    console.log(error instanceof Error ? error.message : String(error));
    return 400;
  }
}

async function readBody(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) {
    text += String(chunk);
    if (text.length > LARGEST_BODY) throw new Error('the request is too large');
  }
  return text;
}
