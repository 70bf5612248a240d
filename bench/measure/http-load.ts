import { fork } from 'node:child_process';
import { randomFillSync } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { percentile, roundTo, secondsSince } from './statistics.ts';

/** A load: `connections` callers that send requests for `seconds`, each time with one of `tokens` drawn at random. */
export type LoadOrder = {
  readonly port: number;
  readonly path: string;
  /** All of the same length. */
  readonly tokens: readonly string[];
  /** The JSON body; `REQUEST_ID` in it is replaced by a new UUID each time. */
  readonly body: string;
  /** A text that every response has to contain. */
  readonly expected: string;
  readonly connections: number;
  readonly seconds: number;
};

export type LoadFigure = { readonly perSecond: number; readonly p50Ms: number; readonly p99Ms: number };

export type HttpLoadFigure = LoadFigure & {
  /** Microseconds of CPU that the callers themselves need for a call, which a server's own machine would not have. */
  readonly callerCpuUs: number;
};

// As a separate process, which runLoad forks.
if (import.meta.main) {
  process.once('message', (order: LoadOrder) => {
    void drive(order).then((figure) => process.send?.(figure, () => process.exit(0)));
  });
}

/** Runs one load in a separate process and returns its figures; throws for an unexpected response. */
export async function runLoad(order: LoadOrder): Promise<HttpLoadFigure> {
  const child = fork(import.meta.filename, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  child.send(order);
  const figure = await Promise.race([
    once(child, 'message').then(([message]: HttpLoadFigure[]) => message),
    once(child, 'exit').then(() => undefined),
  ]);
  if (figure === undefined) throw new Error('the load process exited without figures');
  return figure;
}

/** Sends the next request of a connection when the last one is answered, over plain sockets, which use little CPU. */
async function drive(order: LoadOrder): Promise<HttpLoadFigure> {
  const latencies: number[] = [];
  const startedAt = performance.now();
  const usedBefore = process.cpuUsage();
  const endsAt = startedAt + order.seconds * 1_000;
  await Promise.all(Array.from({ length: order.connections }, () => callUntil(order, { endsAt, latencies })));
  const used = process.cpuUsage(usedBefore);
  return {
    perSecond: Math.round(latencies.length / secondsSince(startedAt)),
    p50Ms: roundTo(percentile(latencies, 0.5), 1),
    p99Ms: roundTo(percentile(latencies, 0.99), 1),
    callerCpuUs: roundTo((used.user + used.system) / latencies.length, 1),
  };
}

type Caller = { readonly endsAt: number; readonly latencies: number[] };

/** Enough for any response that is measured. */
const RESPONSE_BYTES = 16 * 1024;

function callUntil(order: LoadOrder, { endsAt, latencies }: Caller): Promise<void> {
  return new Promise((done, fail) => {
    const nextRequest = createRequests(order);
    const received = Buffer.allocUnsafe(RESPONSE_BYTES);
    const expected = Buffer.from(order.expected);
    let filled = 0;
    let sentAt = 0;
    const send = () => {
      sentAt = performance.now();
      socket.write(nextRequest());
    };
    const take = (count: number, part: Uint8Array): boolean => {
      received.set(part.subarray(0, count), filled);
      filled += count;
      const response = received.subarray(0, filled);
      if (!isCompleteResponse(response)) return true;
      filled = 0;
      if (!response.includes(expected)) fail(new Error(`unexpected response: ${response.toString('latin1')}`));
      latencies.push(performance.now() - sentAt);
      if (performance.now() < endsAt) send();
      else socket.end();
      return true;
    };
    // Read into one buffer for all connections, which Node does not allocate for each part.
    const socket: Socket = connect({
      host: '127.0.0.1',
      port: order.port,
      noDelay: true,
      onread: { buffer: shared, callback: take },
    });
    socket.on('connect', send);
    socket.on('error', fail);
    socket.on('close', () => done());
  });
}

const shared = Buffer.allocUnsafe(RESPONSE_BYTES);

/** Returns what makes the requests of one connection, in the same bytes: each is sent before the next is made. */
function createRequests({ path, tokens, body, port }: LoadOrder): () => Buffer {
  const start = `POST ${path} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\nauthorization: `;
  const sentBody = body.replace('REQUEST_ID', '00000000-0000-4000-8000-000000000000');
  const type = `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(sentBody)}`;
  const head = `${start}${tokens[0] ?? ''}\r\n${type}\r\n\r\n`;
  const request = Buffer.from(head + sentBody);
  const tokenAt = start.length;
  const idAt = body.includes('REQUEST_ID') ? head.length + body.indexOf('REQUEST_ID') : -1;
  return () => {
    request.write(tokens[Math.floor(Math.random() * tokens.length)] ?? '', tokenAt, 'latin1');
    if (idAt >= 0) writeUuid(request, idAt);
    return request;
  };
}

const HEX = Buffer.from('0123456789abcdef');
const random = Buffer.allocUnsafe(16 * 1024);
let randomAt = random.length;

/** Writes the random digits of a UUID of version 4 over those at `at`, in place. */
function writeUuid(text: Buffer, at: number): void {
  if (randomAt === random.length) randomAt = randomFillSync(random).length - random.length;
  for (let digit = 0; digit < 36; digit += 1) {
    // The hyphens, the version and the variant stay.
    if (digit === 8 || digit === 13 || digit === 14 || digit === 18 || digit === 19 || digit === 23) continue;
    const byte = random[randomAt + (digit >> 1)] ?? 0;
    text[at + digit] = HEX[digit % 2 === 0 ? byte >> 4 : byte & 15] ?? 0;
  }
  randomAt += 32;
}

const HEAD_END = Buffer.from('\r\n\r\n');
const LENGTH = Buffer.from('content-length: ');

/**
 * Whether the bytes are a whole HTTP response, by its content-length, whose name is written as our server and Node's
 * own do; throws when the head has none.
 */
export function isCompleteResponse(response: Buffer): boolean {
  const headEnd = response.indexOf(HEAD_END);
  if (headEnd < 0) return false;
  const at = response.indexOf(LENGTH);
  if (at < 0 || at > headEnd) throw new Error(`a response without content-length: ${response.toString('latin1')}`);
  let length = 0;
  for (let index = at + LENGTH.length; (response[index] ?? 0) >= 0x30; index += 1) {
    length = 10 * length + (response[index] ?? 0) - 0x30;
  }
  return response.length >= headEnd + 4 + length;
}
