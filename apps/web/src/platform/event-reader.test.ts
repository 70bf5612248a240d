import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createEventReader, type EventReader } from './event-reader.ts';

/** The reader's requests and reports, in order. */
let log: string[];
let answers: (() => Response | Promise<Response>)[];
let reader: EventReader;

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(0);
  log = [];
  answers = [];
  reader = createEventReader({
    open: async (lastEventId, signal) => {
      log.push(`open ${lastEventId}`);
      const answer = answers.shift();
      if (answer === undefined) return new Promise((_resolve, reject) => signal.addEventListener('abort', reject));
      return answer();
    },
    onEvent: ({ name, data }) => log.push(`${name} ${data}`),
    onLive: (isLive) => log.push(isLive ? 'live' : 'down'),
    onLoggedOut: () => log.push('logged out'),
  });
});
afterEach(() => {
  reader.stop();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Opens a stream that stays open until `end` is called; `send` writes to it. */
function openStream() {
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  const body = new ReadableStream<Uint8Array>({
    start(own) {
      controller = own;
    },
  });
  return {
    response: () => new Response(body, { headers: { 'content-type': 'text/event-stream; charset=utf-8' } }),
    send: (text: string) => controller?.enqueue(new TextEncoder().encode(text)),
    end: () => controller?.close(),
  };
}

const json = (body: unknown, init: ResponseInit = {}) => Response.json(body, init);

test('reads events, and resumes after the last one when the stream ends', async () => {
  const first = openStream();
  answers.push(first.response);
  reader.start();
  first.send('retry: 3000\n\nid: a-7\nevent: rounds\ndata: {}\n\nevent: balances\ndata: {"JU":1}\n\n');
  await vi.advanceTimersByTimeAsync(1);
  expect(log).toEqual(['open null', 'live', 'rounds {}', 'balances {"JU":1}']);

  first.end();
  await vi.advanceTimersByTimeAsync(2_990);
  expect(log.at(-1)).toBe('down');
  await vi.advanceTimersByTimeAsync(20);
  expect(log.at(-1)).toBe('open a-7');
});

test('doubles its pauses without a reply up to a minute, and ends them when the network is back', async () => {
  answers = Array.from({ length: 12 }, () => () => Promise.reject(new TypeError('no network')));
  reader.start();
  const opened = () => log.filter((line) => line.startsWith('open')).length;
  for (const [seconds, attempts] of [
    [0, 1],
    [1, 2],
    [2, 3],
    [4, 4],
    [8, 5],
    [16, 6],
    [32, 7],
    [60, 8],
    [60, 9],
  ] as const) {
    await vi.advanceTimersByTimeAsync(seconds * 1_000);
    expect(opened()).toBe(attempts);
  }
  reader.retryNow();
  await vi.advanceTimersByTimeAsync(0);
  expect(opened()).toBe(10);
});

test('waits as long as a server at capacity requests', async () => {
  answers.push(() => json({ code: 503, msg: '' }, { status: 503, headers: { 'retry-after': '6' } }));
  reader.start();
  await vi.advanceTimersByTimeAsync(5_990);
  expect(log).toEqual(['open null', 'down']);
  await vi.advanceTimersByTimeAsync(20);
  expect(log.at(-1)).toBe('open null');
});

test.each([
  ['the envelope of an ended session', () => json({ code: 501, msg: '', data: null, error: 'session-ended' })],
  ['HTTP 401 without an envelope', () => new Response('<html>', { status: 401 })],
])('%s ends the reader and logs out', async (_what, answer) => {
  answers.push(answer);
  reader.start();
  await vi.advanceTimersByTimeAsync(120_000);
  expect(log).toEqual(['open null', 'down', 'logged out']);
});

test('HTTP 204 ends the reader, which can be started again', async () => {
  answers.push(() => new Response(null, { status: 204 }));
  reader.start();
  await vi.advanceTimersByTimeAsync(120_000);
  expect(log).toEqual(['open null', 'down']);
  reader.start();
  await vi.advanceTimersByTimeAsync(0);
  expect(log.at(-1)).toBe('open null');
});

test('reopens a connection after 40 seconds of silence', async () => {
  const silent = openStream();
  const signals: AbortSignal[] = [];
  reader = createEventReader({
    open: async (_lastEventId, signal) => {
      signals.push(signal);
      const response = silent.response();
      signal.addEventListener('abort', () => silent.end());
      return signals.length === 1 ? response : new Promise(() => undefined);
    },
    onEvent: () => undefined,
    onLive: () => undefined,
    onLoggedOut: () => undefined,
  });
  reader.start();
  await vi.advanceTimersByTimeAsync(30_000);
  silent.send(':\n\n');
  await vi.advanceTimersByTimeAsync(39_000);
  expect(signals).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(signals).toHaveLength(2);
});

test('reports that it is down after a stop, and opens nothing more', async () => {
  const stream = openStream();
  answers.push(stream.response);
  reader.start();
  await vi.advanceTimersByTimeAsync(0);
  reader.stop();
  await vi.advanceTimersByTimeAsync(200_000);
  expect(log).toEqual(['open null', 'live', 'down']);
});
