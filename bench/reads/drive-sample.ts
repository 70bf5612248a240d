import { processorMsSince, processorTimes } from '../measure/processor-time.ts';
import { median, percentile, roundTo } from '../measure/statistics.ts';
import type { Sample } from './calls.ts';
import type { SessionTokens } from './open-sessions.ts';
import type { Served } from './serve.ts';

/** The latencies of a sample's calls. */
export type Latencies = {
  readonly call: string;
  readonly medianMs: number;
  readonly p99Ms: number;
  readonly calls: number;
};
export type ReadFigure = Latencies & AloneFigure;

/** What one call takes while no other is made. */
type AloneFigure = {
  readonly aloneMs: number;
  /** Processor time of the server and of the database, which a call that waits for others does not take. */
  readonly serverCpuMs: number;
  readonly databaseCpuMs: number;
};

/**
 * Calls before the measurement, to warm up plans, connections and memory. As many concurrent calls as the process has
 * connections, since each connection plans separately.
 */
const WARM_UP = { rounds: 8, atOnce: 10 };
/** Calls that may end unanswered before the first that is answered. */
const MOST_UNANSWERED = 10;
/** Calls one after the other, and how long they may take altogether. */
const ALONE = { calls: 30, ms: 3_000 };
/** Further calls are not begun while so many are under way: a call that slow has failed its target anyway. */
const MOST_UNDER_WAY = 64;
/** As long counts a call that was answered by 503, since it waited for a connection too long. */
const BUSY_MS = 10_000;

/** How often calls are sent, and to whom. */
export type Rate = {
  readonly served: Served;
  readonly tokens: SessionTokens;
  readonly perSecond: number;
  /** Each sample is called as often as in so many seconds at the rate. */
  readonly seconds: number;
};
type Order = Rate & {
  readonly sample: Sample;
  /** The processes of the server and of the database. */
  readonly pids: { readonly server: number; readonly database: number };
};

/**
 * Sends a sample one time after the other, and then so many times a second, whether or not earlier ones are answered;
 * returns its latencies. For 0 seconds only the first.
 */
export async function driveSample({ sample, served, tokens, pids, perSecond, seconds }: Order): Promise<ReadFigure> {
  const send = senderOf({ sample, served, tokens });
  await warmUp(send, sample.key);
  const alone = await callAlone(send, pids);
  const times: number[] = [];
  const calls = Math.ceil(perSecond * seconds);
  await callAtRate({ calls, perSecond, send: () => timed(send, times) });
  return { ...latenciesOf(sample, times), ...alone };
}

/**
 * Sends all samples mixed, so many times a second altogether and each as often: in rounds that have each sample once,
 * in random order. Returns the latencies of each; calls `onWarm` before the first that counts.
 */
export async function driveMixed(
  samples: readonly Sample[],
  { served, tokens, perSecond, seconds, onWarm }: Rate & { readonly onWarm?: () => void },
): Promise<Latencies[]> {
  const driven = samples.map((sample) => ({
    sample,
    send: senderOf({ sample, served, tokens }),
    times: [] as number[],
  }));
  for (const { send, sample } of driven) await warmUp(send, sample.key);
  onWarm?.();
  const rounds = Array.from({ length: Math.ceil(perSecond * seconds) }, () => shuffled(driven));
  const order = rounds.flat();
  await callAtRate({
    calls: order.length,
    perSecond,
    send: async (n) => {
      const next = order[n];
      if (next !== undefined) await timed(next.send, next.times);
    },
  });
  return driven.map(({ sample, times }) => latenciesOf(sample, times));
}

function shuffled<Item>(items: readonly Item[]): Item[] {
  return items
    .map((item) => ({ item, place: Math.random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ item }) => item);
}

/** Begins calls at a rate, whether or not earlier ones are answered; resolves when all are. */
async function callAtRate({
  calls,
  perSecond,
  send,
}: {
  readonly calls: number;
  readonly perSecond: number;
  readonly send: (n: number) => Promise<void>;
}): Promise<void> {
  const underWay = new Set<Promise<void>>();
  const startedAt = performance.now();
  for (let n = 0; n < calls; n += 1) {
    const wait = startedAt + (n * 1_000) / perSecond - performance.now();
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    if (underWay.size >= MOST_UNDER_WAY) await Promise.race(underWay);
    const call = send(n).then(() => void underWay.delete(call));
    underWay.add(call);
  }
  await Promise.all(underWay);
}

async function timed(send: () => Promise<boolean>, times: number[]): Promise<void> {
  const sentAt = performance.now();
  const isAnswered = await send();
  times.push(isAnswered ? performance.now() - sentAt : BUSY_MS);
}

function latenciesOf({ key, name, wallet }: Sample, times: readonly number[]): Latencies {
  const call = [key, name, wallet].filter(Boolean).join(' ');
  const rounded = (share: number) => roundTo(percentile(times, share), 1);
  return { call, medianMs: rounded(0.5), p99Ms: rounded(0.99), calls: times.length };
}

async function warmUp(send: () => Promise<boolean>, key: string): Promise<void> {
  await firstAnswer(send, key);
  const until = performance.now() + 10_000;
  for (let n = 0; n < WARM_UP.rounds && performance.now() < until; n += 1) {
    await Promise.all(Array.from({ length: WARM_UP.atOnce }, send));
  }
}

/** In a new world the first calls of a wallet with very many orders cache its totals, and may end before they have. */
async function firstAnswer(send: () => Promise<boolean>, key: string): Promise<void> {
  for (let unanswered = 0; !(await send()); unanswered += 1) {
    if (unanswered === MOST_UNANSWERED) throw new Error(`${key} was never answered`);
    console.log(`     ${key}: not answered at first`);
  }
}

async function callAlone(send: () => Promise<boolean>, { server, database }: Order['pids']): Promise<AloneFigure> {
  const [serverBefore, databaseBefore] = [processorTimes(server), processorTimes(database)];
  const times: number[] = [];
  const until = performance.now() + ALONE.ms;
  while (times.length < ALONE.calls && performance.now() < until) {
    const sentAt = performance.now();
    if (!(await send())) throw new Error('a call that is made alone was answered that all connections are busy');
    times.push(performance.now() - sentAt);
  }
  const perCall = (ms: number) => roundTo(ms / times.length, 1);
  return {
    aloneMs: roundTo(median(times), 1),
    serverCpuMs: perCall(processorMsSince(serverBefore, server)),
    databaseCpuMs: perCall(processorMsSince(databaseBefore, database)),
  };
}

/**
 * Returns what sends one call, and returns whether it was answered, or refused since all connections are busy; rejects
 * where the answer is something else than the data that was asked for.
 */
function senderOf({ sample, served, tokens }: Pick<Order, 'sample' | 'served' | 'tokens'>): () => Promise<boolean> {
  const { key, wallet, request } = sample;
  const [method = '', path = ''] = key.split(' ');
  const isOps = path.startsWith('/api/ops/');
  const token = isOps ? tokens.operator : wallet === null ? undefined : tokens[wallet];
  const fields = Object.entries(request as Record<string, unknown>);
  const filled = fields.reduce((text, [name, value]) => text.replace(`:${name}`, String(value)), path);
  const query = new URLSearchParams();
  for (const [name, value] of fields) if (!path.includes(`:${name}`)) query.set(name, String(value));
  const isGet = method === 'GET';
  const url = `${isOps ? served.ops : served.api}${filled}${isGet && query.size > 0 ? `?${query}` : ''}`;
  const init: RequestInit = {
    method,
    headers: {
      'content-type': 'application/json',
      ...(token === undefined ? {} : { authorization: token }),
    },
    ...(isGet ? {} : { body: JSON.stringify(request) }),
  };
  return async () => {
    const response = await fetch(url, init);
    const text = await response.text();
    if (text.includes('"code":503')) return false;
    if (!text.includes('"code":200')) throw new Error(`${key} ${JSON.stringify(request)}: ${text.slice(0, 300)}`);
    return true;
  };
}
