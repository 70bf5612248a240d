import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { waitUntil } from '../../devnet/wait-until.ts';
import { createTestDatabase, type TestDatabase } from '../setup/create-test-database.ts';
import { startTestApi, type TestApi } from '../setup/start-test-api.ts';

const MOST = 50;
/** Requests have ten seconds, callers who do not read twenty. */
const CUT_MS = 40_000;
const HEARING_MS = 23_000;

let database: TestDatabase;
let api: TestApi;
let port: number;
beforeAll(async () => {
  database = await createTestDatabase();
  api = await startTestApi({ databaseUrl: database.url, env: { CONNECTIONS_PER_ADDRESS: String(MOST) } });
  port = Number(new URL(api.url).port);
});
afterAll(async () => {
  await api.stop();
  await database.drop();
});

type Caller = { socket: Socket; closedAfterMs: () => number | undefined };

/** A connection that sends `start` and then a byte a second, for as long as it may. */
function callSlowly(to: number, { start, isReading = true }: { start: string; isReading?: boolean }): Caller {
  const from = performance.now();
  let closedAfterMs: number | undefined;
  const socket = connect(to, '127.0.0.1', () => socket.write(start));
  const dripping = setInterval(() => {
    if (isReading && socket.writable) socket.write('a');
  }, 1_000);
  socket.on('error', () => undefined);
  if (isReading) socket.resume();
  else socket.pause();
  socket.once('close', () => {
    clearInterval(dripping);
    closedAfterMs = performance.now() - from;
  });
  onTestFinished(() => void socket.destroy());
  return { socket, closedAfterMs: () => closedAfterMs };
}

const HEAD = 'GET /api/app/lang HTTP/1.1\r\nHost: x\r\nX-Slow: ';
const BODY =
  'POST /api/app/user/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{';
/** Answers of some megabytes, of which nothing is read. */
const MANY = 'GET /docs/openapi.json HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(60);

test('default: who sends a byte a second, or reads nothing, is cut off, and others are served all the while; a server without deadlines keeps them (the broken twin)', async () => {
  const plain = createServer({ requestTimeout: 0, headersTimeout: 0, keepAliveTimeout: 0 }, (_request, response) => {
    response.end(Buffer.alloc(1 << 20));
  });
  await new Promise<void>((done) => plain.listen(0, '127.0.0.1', done));
  onTestFinished(() => void plain.close());
  const plainPort = (plain.address() as AddressInfo).port;
  const kinds = [{ start: HEAD }, { start: BODY }, { start: MANY, isReading: false }];
  const callers = kinds.flatMap((kind) => Array.from({ length: 5 }, () => callSlowly(port, kind)));
  const kept = kinds.map((kind) => callSlowly(plainPort, kind));
  let isOver = false;
  let served = 0;
  const honest = (async () => {
    while (!isOver) {
      const { json } = await api.send('/api/app/lang');
      expect(json).toMatchObject({ code: 200 });
      served += 1;
      await sleep(100);
    }
  })();
  const isCut = ({ closedAfterMs }: Caller) => closedAfterMs() !== undefined;
  // Who does not read does not hear of the end: from here on all do, and who was not cut off stays.
  const hearing = setTimeout(() => {
    for (const { socket } of [...callers, ...kept]) socket.resume();
  }, HEARING_MS);
  const cut = await waitUntil(() => callers.every(isCut), CUT_MS);
  clearTimeout(hearing);
  isOver = true;
  await honest;
  const times = callers.map((caller) => Math.round(caller.closedAfterMs() ?? 0));
  console.log(
    `slow heads cut after ${Math.max(...times.slice(0, 5))} ms, bodies ${Math.max(...times.slice(5, 10))} ms, readers before ${HEARING_MS} ms; others served ${served} times`,
  );
  expect(cut).toBe(true);
  expect(served).toBeGreaterThan(20);
  await sleep(500);
  expect(kept.map(isCut)).toEqual([false, false, false]);
}, 60_000);

/** Connections from another address of this machine. */
function connectFrom(localAddress: string, to: number, count: number): Socket[] {
  return Array.from({ length: count }, () => {
    const socket = connect({ port: to, host: '127.0.0.1', localAddress });
    socket.on('error', () => undefined);
    onTestFinished(() => void socket.destroy());
    return socket;
  });
}

test.skipIf(process.platform !== 'linux')(
  'behavior: an address holds so many connections and no more, others and trusted proxies are not concerned; without the limit it holds all (the broken twin)',
  async () => {
    const open = await startTestApi({ databaseUrl: database.url, env: { CONNECTIONS_PER_ADDRESS: '0' } });
    const behind = await startTestApi({
      databaseUrl: database.url,
      env: { CONNECTIONS_PER_ADDRESS: String(MOST), TRUSTED_PROXIES: '127.0.0.0/30' },
    });
    onTestFinished(async () => {
      await Promise.all([open.stop(), behind.stop()]);
    });
    const all = [api, open, behind].map(({ url }) => connectFrom('127.0.0.2', Number(new URL(url).port), MOST + 10));
    const standing = () => all.map((sockets) => sockets.filter((socket) => socket.readyState === 'open').length);
    expect(await waitUntil(() => standing()[0] === MOST && standing()[1] === MOST + 10, 10_000)).toBe(true);
    expect(standing()).toEqual([MOST, MOST + 10, MOST + 10]);
    expect((await api.send('/api/app/lang')).json).toMatchObject({ code: 200 });
    for (const socket of all[0] ?? []) socket.destroy();
    // The places are free again as soon as the server has heard of it.
    const comeBack = async () => {
      const again = connectFrom('127.0.0.2', port, MOST);
      await sleep(300);
      const isIn = again.every((socket) => socket.readyState === 'open');
      if (!isIn) for (const socket of again) socket.destroy();
      return isIn;
    };
    expect(await waitUntil(comeBack, 20_000)).toBe(true);
  },
);
