import { fork } from 'node:child_process';
import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { createDatabase } from '@city-mint/server/platform/database/database';
import { farCursor } from './console/far-cursor.ts';
import { findUnfilled, growWorld, readListValues } from './console/grow-world.ts';
import { type ListRequest, listRequests, missingLists, tableOf } from './console/lists.ts';
import { report } from './measure/report.ts';
import { percentile, roundTo } from './measure/statistics.ts';
import { openSessions } from './reads/open-sessions.ts';
import { withWorld } from './reads/open-world.ts';
import type { Served } from './reads/serve.ts';

/**
 * Median and 99th percentile of every list of operators over HTTP, its first page and one about half way down, without
 * a filter, with each value of each filter and in each order, over tables of 1,000,000 rows: at most 200 ms. The
 * database is built once (`.data/bench-reads/console-…`); `--fresh` builds it again, `--rows 20000` a smaller one,
 * `--only TEXT` measures the calls whose key contains the text.
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
/** Rows of a page. */
const LIMIT = 50;

const missing = missingLists();
if (missing.length > 0) throw new Error(`no sample in bench/console/lists.ts for: ${missing.join(', ')}`);

type Figure = { readonly call: string; readonly medianMs: number; readonly p99Ms: number };
type Page = { readonly items: number; readonly nextCursor: string | null };
type Caller = (request: object) => Promise<Page | null>;

const rows = Number(values.rows);
const grown = { name: `console-${rows}`, grow: (url: string) => growWorld(url, rows) };
await withWorld({ scale: 0.01, fresh: values.fresh, grown }, async (url) => {
  const db = createDatabase({ url, statementTimeoutMs: 60_000 });
  const { operator } = await openSessions(db);
  const requests = listRequests(await readListValues(db));
  const unfilled = await findUnfilled(db, rows);
  for (const table of unfilled) console.log(`FEW  ${table} rows`);
  await db.destroy();
  const server = fork(new URL('./reads/serve.ts', import.meta.url), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  server.send(url);
  const [served] = (await once(server, 'message')) as [Served];
  const figures: Figure[] = [];
  for (const sample of requests.filter(({ key }) => key.includes(values.only))) {
    for (const figure of await measure(sample, callerOf(sample, served.ops, operator))) {
      figures.push(figure);
      const slow = figure.p99Ms > P99_MS ? 'SLOW ' : '     ';
      const times = `median ${figure.medianMs} ms, p99 ${figure.p99Ms} ms of ${P99_MS} ms`;
      console.log(`${slow}${figure.call} (${tableOf(sample.key)}): ${times}`);
    }
  }
  const left = once(server, 'exit');
  server.disconnect();
  await left;
  summarize(figures, unfilled);
});

/** Returns the figures of a request's first page, and of one far down where there are several. */
async function measure({ key, name, request }: ListRequest, read: Caller): Promise<Figure[]> {
  const call = [key.slice('POST /api/ops/'.length), name].filter(Boolean).join(' ');
  const [first, firstPage] = await timed(() => read(request));
  const figures = [{ call: `${call}, ${firstPage?.items ?? 0} rows`, ...first }];
  const cursor = firstPage?.nextCursor ?? null;
  if (cursor === null) return figures;
  const second = (await read({ ...request, cursor }))?.nextCursor ?? null;
  if (second === null) return figures;
  const far = await farCursor(cursor, second, (at) => read({ ...request, cursor: at }));
  const [below, farPage] = await timed(() => read({ ...request, cursor: far }));
  return [...figures, { call: `${call}, far down, ${farPage?.items ?? 0} rows`, ...below }];
}

async function timed<Result>(work: () => Promise<Result>): Promise<[Omit<Figure, 'call'>, Result]> {
  let result = await work();
  const times: number[] = [];
  for (let n = 0; n < Number(values.calls); n += 1) {
    const from = performance.now();
    result = await work();
    times.push(performance.now() - from);
  }
  return [{ medianMs: roundTo(percentile(times, 0.5), 1), p99Ms: roundTo(percentile(times, 0.99), 1) }, result];
}

/** Returns what makes one call and reads its page: null for a cursor that is none. Throws for other refusals. */
function callerOf({ key }: ListRequest, base: string, token: string): Caller {
  const headers = { 'content-type': 'application/json', authorization: token };
  return async (request) => {
    const response = await fetch(base + key.slice('POST '.length), {
      method: 'POST',
      headers,
      body: JSON.stringify({ limit: LIMIT, ...request }),
    });
    const answer = (await response.json()) as {
      readonly code: number;
      readonly error?: string;
      readonly data: { readonly items: readonly unknown[]; readonly nextCursor: string | null } | null;
    };
    if (answer.error === 'cursor-format') return null;
    if (answer.data === null) throw new Error(`${key} ${JSON.stringify(request)}: ${JSON.stringify(answer)}`);
    return { items: answer.data.items.length, nextCursor: answer.data.nextCursor };
  };
}

function summarize(figures: readonly Figure[], unfilled: readonly string[]): void {
  const slow = figures.filter(({ p99Ms }) => p99Ms > P99_MS);
  const worst = Math.max(...figures.map(({ p99Ms }) => p99Ms));
  report({
    bench: 'console',
    value: roundTo(worst, 1),
    unit: 'ms, the slowest 99th percentile',
    limit: P99_MS,
    limitOf: 'what a list may take at the 99th percentile',
    ratio: roundTo(worst / P99_MS, 2),
    target: `p99 of every list, filter and order <= ${P99_MS} ms`,
    met: slow.length === 0 && unfilled.length === 0,
    details: { rows, requests: figures.length, slow, unfilled },
  });
}
