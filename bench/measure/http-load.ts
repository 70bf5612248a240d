import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';

/** What the load process is told: `connections` callers, each with the next of `tokens` at each turn, for `seconds`. */
export type LoadOrder = {
  readonly port: number;
  readonly path: string;
  readonly tokens: readonly string[];
  /** The JSON body; `REQUEST_ID` in it is a new UUID each time. */
  readonly body: string;
  /** What every answer has to contain. */
  readonly expected: string;
  readonly connections: number;
  readonly seconds: number;
};

export type LoadFigure = { readonly perSecond: number; readonly p50Ms: number; readonly p99Ms: number };

/**
 * A process of its own that POSTs as fast as it is answered, each connection one call at a time. Written on plain sockets, so that on two
 * cores the load itself takes as little as can be.
 */
process.once('message', (order: LoadOrder) => {
  void drive(order).then((figure) => process.send?.(figure, () => process.exit(0)));
});

async function drive(order: LoadOrder): Promise<LoadFigure> {
  const latencies: number[] = [];
  const started = performance.now();
  const until = started + order.seconds * 1_000;
  await Promise.all(
    Array.from({ length: order.connections }, (_unused, caller) => callUntil(order, { caller, until, latencies })),
  );
  const elapsed = (performance.now() - started) / 1_000;
  latencies.sort((a, b) => a - b);
  const at = (share: number) => Number((latencies[Math.floor(latencies.length * share)] ?? 0).toFixed(1));
  return { perSecond: Math.round(latencies.length / elapsed), p50Ms: at(0.5), p99Ms: at(0.99) };
}

type Caller = { readonly caller: number; readonly until: number; readonly latencies: number[] };

function callUntil(order: LoadOrder, { caller, until, latencies }: Caller): Promise<void> {
  return new Promise((done, fail) => {
    const socket = connect({ host: '127.0.0.1', port: order.port, noDelay: true });
    let turn = 0;
    let sentAt = 0;
    let received = '';
    const send = () => {
      const token = order.tokens[(caller + turn * order.connections) % order.tokens.length] ?? '';
      turn += 1;
      sentAt = performance.now();
      const body = order.body.replace('REQUEST_ID', randomUUID());
      socket.write(
        `POST ${order.path} HTTP/1.1\r\nhost: bench\r\nauthorization: ${token}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
      );
    };
    socket.setEncoding('latin1');
    socket.on('connect', send);
    socket.on('error', fail);
    socket.on('close', () => done());
    socket.on('data', (part: string) => {
      received += part;
      if (!isWhole(received)) return;
      if (!received.includes(order.expected)) return fail(new Error(`unexpected answer: ${received}`));
      latencies.push(performance.now() - sentAt);
      received = '';
      if (performance.now() < until) send();
      else socket.end();
    });
  });
}

function isWhole(answer: string): boolean {
  const head = answer.indexOf('\r\n\r\n');
  if (head < 0) return false;
  const length = /content-length: (\d+)/i.exec(answer.slice(0, head))?.[1];
  if (length === undefined) throw new Error(`an answer without its length: ${answer}`);
  return answer.length >= head + 4 + Number(length);
}
