import { fork } from 'node:child_process';
import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { overviewEndpoints } from '@city-mint/api-contract/operator/overview-endpoints';
import { createDatabase } from '@city-mint/server/platform/database/database';
import { farCursor } from './console/far-cursor.ts';
import { findUnfilled, growWorld, readListValues } from './console/grow-world.ts';
import { LIMIT, type ListRequest, listedTables, listRequests, missingLists, tableOf } from './console/lists.ts';
import { report } from './measure/report.ts';
import { percentile, roundTo } from './measure/statistics.ts';
import { openSessions } from './reads/open-sessions.ts';
import { withWorld } from './reads/open-world.ts';
import type { Served } from './reads/serve.ts';

/**
 * Median and 99th percentile of every list of operators over HTTP, its first page and one about half way down, without
 * a filter, with each value of each filter and in each order, over tables of 1,000,000 rows: at most 200 ms; and of the
 * overview's parts, at most 50 ms each. The
 * database is built once (`.data/bench-reads/console-…`); `--fresh` builds it again, `--rows 20000` a smaller one.
 * `--only log,transfers` measures the calls whose keys end with one of these, over a database in which only their
 * tables are filled.
 */
const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '1000000' },
    only: { type: 'string', default: '' },
    calls: { type: 'string', default: '30' },
    fresh: { type: 'boolean', default: false },
  },
});
const P99_MS = 200;
const OVERVIEW_P99_MS = 50;
/** Maximum duration of repeating one request. */
const MOST_MS = 20_000;

const missing = missingLists();
if (missing.length > 0) throw new Error(`no sample in bench/console/lists.ts for: ${missing.join(', ')}`);

type Times = { readonly medianMs: number; readonly p99Ms: number };
/** Times of a call, and its 99th percentile relative to the target. */
type Figure = Times & { readonly call: string; readonly ratio: number };
type Page = { readonly items: number; readonly nextCursor: string | null };
type Caller = (request: object) => Promise<Page | null>;

/** Tables and lists with too few rows for a meaningful figure. */
const unfilled: string[] = [];
const rows = Number(values.rows);
const only = values.only.split(',').filter((text) => text !== '');
const isWanted = (key: string) => only.length === 0 || only.some((end) => key.endsWith(end));
const growth = { rows, tables: listedTables(isWanted) };
const name = ['console', values.rows, ...only.map((end) => end.replaceAll('/', '-'))].join('-');
const grown = { name, grow: (url: string) => growWorld(url, growth) };
await withWorld({ scale: 0.01, fresh: values.fresh, grown }, async (url) => {
  const db = createDatabase({ url, statementTimeoutMs: 60_000 });
  const { operator } = await openSessions(db);
  const requests = listRequests(await readListValues(db));
  unfilled.push(...(await findUnfilled(db, growth)));
  for (const table of unfilled) console.log(`FEW  ${table} rows`);
  await db.destroy();
  const server = fork(new URL('./reads/serve.ts', import.meta.url), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  server.send({ databaseUrl: url });
  const [served] = (await once(server, 'message')) as [Served];
  const figures: Figure[] = [];
  for (const sample of requests.filter(({ key }) => isWanted(key))) {
    for (const figure of await measure(sample, callerOf(sample.key, served.ops, operator))) {
      figures.push(figure);
      show(figure, tableOf(sample.key));
    }
  }
  for (const key of Object.keys(overviewEndpoints).filter(isWanted)) {
    const [times] = await timed(() => send(key, {}, { base: served.ops, token: operator }));
    const call = key.slice('POST /api/ops/'.length);
    const figure = { call, ...times, ratio: roundTo(times.p99Ms / OVERVIEW_P99_MS, 2) };
    figures.push(figure);
    show(figure, 'all tables');
  }
  const left = once(server, 'exit');
  server.disconnect();
  await left;
  summarize(figures);
});

/** Returns the figures of a request's first page, and of one far down if there are several. */
async function measure({ key, name, request, fewest = 0 }: ListRequest, read: Caller): Promise<Figure[]> {
  const call = [key.slice('POST /api/ops/'.length), name].filter(Boolean).join(' ');
  const [first, firstPage] = await timed(() => read(request));
  const items = firstPage?.items ?? 0;
  if (items < fewest) {
    console.log(`FEW  ${call}: ${items} rows, not ${fewest}`);
    unfilled.push(call);
  }
  const figures = [{ call: `${call}, ${items} rows`, ...first, ratio: ratioOf(first) }];
  const cursor = firstPage?.nextCursor ?? null;
  if (cursor === null) return figures;
  const second = (await read({ ...request, cursor }))?.nextCursor ?? null;
  if (second === null) return figures;
  const far = await farCursor(cursor, second, (at) => read({ ...request, cursor: at }));
  const [below, farPage] = await timed(() => read({ ...request, cursor: far }));
  return [...figures, { call: `${call}, far down, ${farPage?.items ?? 0} rows`, ...below, ratio: ratioOf(below) }];
}

function ratioOf({ p99Ms }: Times): number {
  return roundTo(p99Ms / P99_MS, 2);
}

function show({ call, medianMs, p99Ms, ratio }: Figure, table: string): void {
  const slow = ratio > 1 ? 'SLOW ' : '     ';
  console.log(`${slow}${call} (${table}): median ${medianMs} ms, p99 ${p99Ms} ms, ratio ${ratio}`);
}

async function timed<Result>(work: () => Promise<Result>): Promise<[Times, Result]> {
  let result = await work();
  const times: number[] = [];
  const began = performance.now();
  // Slow requests are repeated less often.
  for (let n = 0; n < Number(values.calls) && (n === 0 || performance.now() - began < MOST_MS); n += 1) {
    const from = performance.now();
    result = await work();
    times.push(performance.now() - from);
  }
  return [{ medianMs: roundTo(percentile(times, 0.5), 1), p99Ms: roundTo(percentile(times, 0.99), 1) }, result];
}

type Sender = { readonly base: string; readonly token: string };

/** Returns a function that makes one call and reads its page: null for an invalid cursor. Throws for other refusals. */
function callerOf(key: string, base: string, token: string): Caller {
  return async (request) => {
    const answer = await send(key, { limit: LIMIT, ...request }, { base, token });
    return answer && { items: answer.items.length, nextCursor: answer.nextCursor };
  };
}

type Data = { readonly items: readonly unknown[]; readonly nextCursor: string | null };

/** Returns the data of a call's answer; null for an invalid cursor. Throws for other refusals. */
async function send(key: string, request: object, { base, token }: Sender): Promise<Data | null> {
  const response = await fetch(base + key.slice('POST '.length), {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: token },
    body: JSON.stringify(request),
  });
  const answer = (await response.json()) as { readonly error?: string; readonly data: Data | null };
  // The server gave up: counted with its time.
  if (answer.error === 'busy') return { items: [], nextCursor: null };
  if (answer.error === 'cursor-format') return null;
  if (answer.data === null) throw new Error(`${key} ${JSON.stringify(request)}: ${JSON.stringify(answer)}`);
  return answer.data;
}

function summarize(figures: readonly Figure[]): void {
  const worst = figures.reduce((slowest, figure) => (figure.ratio > slowest.ratio ? figure : slowest));
  report({
    bench: 'console',
    value: worst.p99Ms,
    unit: `ms, the 99th percentile that is nearest to its limit or farthest beyond it: ${worst.call}`,
    limit: roundTo(worst.p99Ms / worst.ratio, 0),
    limitOf: 'what it may take at the 99th percentile',
    ratio: worst.ratio,
    target: `p99 of every list, filter and order <= ${P99_MS} ms, of the overview's parts <= ${OVERVIEW_P99_MS} ms`,
    met: worst.ratio <= 1 && unfilled.length === 0,
    details: { rows, only, requests: figures.length, slow: figures.filter(({ ratio }) => ratio > 1), unfilled },
  });
}
