import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { percentile, roundTo, secondsSince } from './statistics.ts';

/** A load: `connections` callers that send requests for `seconds`, each time with one of `tokens` drawn at random. */
export type LoadOrder = {
  readonly port: number;
  readonly path: string;
  readonly tokens: readonly string[];
  /** The JSON body; `REQUEST_ID` in it is replaced by a new UUID each time. */
  readonly body: string;
  /** A text that every response has to contain. */
  readonly expected: string;
  readonly connections: number;
  readonly seconds: number;
};

export type LoadFigure = { readonly perSecond: number; readonly p50Ms: number; readonly p99Ms: number };

// As a process of its own, which runLoad forks.
if (import.meta.main) {
  process.once('message', (order: LoadOrder) => {
    void drive(order).then((figure) => process.send?.(figure, () => process.exit(0)));
  });
}

/** Runs one load in a process of its own and returns its figures; throws when a response was not the expected one. */
export async function runLoad(order: LoadOrder): Promise<LoadFigure> {
  const child = fork(import.meta.filename, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  child.send(order);
  const figure = await Promise.race([
    once(child, 'message').then(([message]: LoadFigure[]) => message),
    once(child, 'exit').then(() => undefined),
  ]);
  if (figure === undefined) throw new Error('the load process exited without figures');
  return figure;
}

/** Sends the next request of a connection when the last one is answered, over plain sockets, which use little CPU. */
async function drive(order: LoadOrder): Promise<LoadFigure> {
  const latencies: number[] = [];
  const startedAt = performance.now();
  const endsAt = startedAt + order.seconds * 1_000;
  await Promise.all(Array.from({ length: order.connections }, () => callUntil(order, { endsAt, latencies })));
  return {
    perSecond: Math.round(latencies.length / secondsSince(startedAt)),
    p50Ms: roundTo(percentile(latencies, 0.5), 1),
    p99Ms: roundTo(percentile(latencies, 0.99), 1),
  };
}

type Caller = { readonly endsAt: number; readonly latencies: number[] };

function callUntil(order: LoadOrder, { endsAt, latencies }: Caller): Promise<void> {
  return new Promise((done, fail) => {
    const socket = connect({ host: '127.0.0.1', port: order.port, noDelay: true });
    let sentAt = 0;
    let received = '';
    const send = () => {
      const token = order.tokens[Math.floor(Math.random() * order.tokens.length)] ?? '';
      sentAt = performance.now();
      const body = order.body.replace('REQUEST_ID', randomUUID());
      const head = [
        `POST ${order.path} HTTP/1.1`,
        'host: bench',
        `authorization: ${token}`,
        'content-type: application/json',
        `content-length: ${body.length}`,
      ];
      socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
    };
    socket.setEncoding('latin1');
    socket.on('connect', send);
    socket.on('error', fail);
    socket.on('close', () => done());
    socket.on('data', (part: string) => {
      received += part;
      if (!isCompleteResponse(received)) return;
      if (!received.includes(order.expected)) return fail(new Error(`unexpected response: ${received}`));
      latencies.push(performance.now() - sentAt);
      received = '';
      if (performance.now() < endsAt) send();
      else socket.end();
    });
  });
}

/** Whether the text is a whole HTTP response, by its content-length; throws when the head has none. */
export function isCompleteResponse(text: string): boolean {
  const headEnd = text.indexOf('\r\n\r\n');
  if (headEnd < 0) return false;
  const length = /content-length: (\d+)/i.exec(text.slice(0, headEnd))?.[1];
  if (length === undefined) throw new Error(`a response without content-length: ${text}`);
  return text.length >= headEnd + 4 + Number(length);
}
