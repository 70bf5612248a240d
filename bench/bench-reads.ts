import { fork } from 'node:child_process';
import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { endpoints } from '@city-mint/api-contract/endpoints';
import { createDatabase } from '@city-mint/server/platform/database/database';
import { findPostmaster } from './measure/processor-time.ts';
import { report } from './measure/report.ts';
import { roundTo } from './measure/statistics.ts';
import { listSamples, missingSamples } from './reads/calls.ts';
import { driveMixed, driveSample, type Latencies, type ReadFigure } from './reads/drive-sample.ts';
import { openSessions, readWorldIds } from './reads/open-sessions.ts';
import { withWorld } from './reads/open-world.ts';
import type { Served } from './reads/serve.ts';

/**
 * Median and 99th percentile of every declared call that reads, at 200 calls a second over HTTP, over a database of
 * 1,000,000 wallets, 100,000 rounds, 3,000,000 orders, a wallet with an order in every round and an inviter with 50,000
 * direct referrals. Each must be at most 10 and 50 ms. The database is built once (`.data/bench-reads/`); `--fresh`
 * builds it again, `--scale 0.1` a smaller one, `--only TEXT` measures the calls whose key contains the text. The
 * processor time of a call is printed too: above 5 ms the calls wait for each other. `--alone` measures only that,
 * which is independent of other work on the machine.
 *
 * By default one sample at a time is called 200 times a second. `--mixed` makes 200 calls a second in total, over all
 * samples (or those of `--only`), each as often as `--seconds` says.
 */
const { values } = parseArgs({
  options: {
    scale: { type: 'string', default: '1' },
    only: { type: 'string', default: '' },
    rate: { type: 'string', default: '200' },
    seconds: { type: 'string', default: '1.5' },
    fresh: { type: 'boolean', default: false },
    alone: { type: 'boolean', default: false },
    mixed: { type: 'boolean', default: false },
  },
});
const MEDIAN_MS = 10;
const P99_MS = 50;

const missing = missingSamples(Object.keys(endpoints));
if (missing.length > 0) throw new Error(`no sample in bench/reads/calls.ts for: ${missing.join(', ')}`);

await withWorld({ scale: Number(values.scale), fresh: values.fresh }, async (url) => {
  const db = createDatabase({ url, statementTimeoutMs: 60_000 });
  const ids = await readWorldIds(db);
  const tokens = await openSessions(db);
  const database = await findPostmaster(db);
  await db.destroy();
  const server = fork(new URL('./reads/serve.ts', import.meta.url), {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    // As in `npm run api`.
    execArgv: ['--max-semi-space-size=32'],
  });
  server.send({ databaseUrl: url });
  const [served] = (await once(server, 'message')) as [Served];
  const samples = listSamples(ids, Date.now()).filter(({ key }) => key.includes(values.only));
  const rate = { served, tokens, perSecond: Number(values.rate), seconds: values.alone ? 0 : Number(values.seconds) };
  const figures: Latencies[] = values.mixed ? await driveMixed(samples, rate) : [];
  for (const figure of figures) print(figure, '');
  for (const sample of values.mixed ? [] : samples) {
    const figure = await driveSample({ ...rate, sample, pids: { server: server.pid ?? 0, database } });
    figures.push(figure);
    printFigure(figure);
  }
  const left = once(server, 'exit');
  server.disconnect();
  await left;
  if (!values.alone) summarize(figures);
});

function printFigure({ aloneMs, serverCpuMs, databaseCpuMs, ...figure }: ReadFigure): void {
  const processors = `processor ${serverCpuMs} ms of the server and ${databaseCpuMs} ms of the database`;
  print(figure, `alone ${aloneMs} ms, ${processors}`);
}

function print({ call, medianMs, p99Ms }: Latencies, more: string): void {
  const ratio = Math.max(medianMs / MEDIAN_MS, p99Ms / P99_MS);
  const times = `median ${medianMs} ms, p99 ${p99Ms} ms, ratio ${ratio.toFixed(2)}`;
  console.log(
    `${ratio > 1 ? 'SLOW ' : '     '}${call}: ${[...(values.alone ? [] : [times]), more].filter(Boolean).join('; ')}`,
  );
}

function summarize(figures: readonly Latencies[]): void {
  const slow = figures.filter(({ medianMs, p99Ms }) => medianMs > MEDIAN_MS || p99Ms > P99_MS);
  const worst = Math.max(...figures.map(({ p99Ms }) => p99Ms));
  const mixed = values.mixed ? ' of all' : '';
  report({
    bench: 'reads',
    value: roundTo(worst, 1),
    unit: 'ms, the slowest 99th percentile',
    limit: P99_MS,
    limitOf: 'what a call may take at the 99th percentile',
    ratio: roundTo(worst / P99_MS, 2),
    target: `median of every call <= ${MEDIAN_MS} ms, p99 <= ${P99_MS} ms, at 200 calls/s${mixed}`,
    met: slow.length === 0,
    details: {
      scale: Number(values.scale),
      samples: figures.length,
      slowestMedianMs: roundTo(Math.max(...figures.map(({ medianMs }) => medianMs)), 1),
      slow,
    },
  });
}
