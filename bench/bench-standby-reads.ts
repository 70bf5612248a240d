import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { startPostgres } from '@city-mint/devnet/embedded-postgres';
import { createDatabase } from '@city-mint/server/platform/database/database';
import { followPrimary } from '@city-mint/tests/faults/database-pair';
import { copyRunning } from '@city-mint/tests/setup/copy-running';
import { sql } from 'kysely';
import { findPostmaster, processorMsSince, processorTimes } from './measure/processor-time.ts';
import { report } from './measure/report.ts';
import { median, roundTo } from './measure/statistics.ts';
import { listSamples, type Sample } from './reads/calls.ts';
import { driveMixed } from './reads/drive-sample.ts';
import { openSessions, readWorldIds, type SessionTokens } from './reads/open-sessions.ts';
import { withWorld } from './reads/open-world.ts';
import { METRICS_TOKEN, type Served } from './reads/serve.ts';

/**
 * Processor time that a read takes of the primary while a standby on the same machine answers, relative to a read that
 * the primary answers: the declared reads of visitors and of a wallet like most, mixed, `--rate` a second, each as
 * often as `--seconds` says. A read asks the primary for its session and its position; both times include all processes
 * of the primary.
 */
const { values } = parseArgs({
  options: {
    scale: { type: 'string', default: '0.01' },
    rate: { type: 'string', default: '40' },
    seconds: { type: 'string', default: '0.5' },
    fresh: { type: 'boolean', default: false },
  },
});
const LIMIT = 0.5;
const BY_STANDBY = 0.9;
/** Calls for rows that a wallet like most has none of at a small scale. */
const WITHOUT_ROWS = ['/fmc/day', '/profit/poolDay'];

type Figure = Readonly<Record<'msPerRead' | 'medianMs' | 'p99Ms' | 'reads' | 'byStandby', number>>;
type Load = { readonly samples: readonly Sample[]; readonly tokens: SessionTokens; readonly primary: number };

await withWorld({ scale: Number(values.scale), fresh: values.fresh }, async (url) => {
  const db = createDatabase({ url, statementTimeoutMs: 60_000 });
  const ids = await readWorldIds(db);
  const tokens = await openSessions(db);
  const primary = await findPostmaster(db);
  const { rows } = await sql<{ folder: string }>`select current_setting('data_directory') as folder`.execute(db);
  await db.destroy();
  const folder = rows[0]?.folder ?? '';
  const samples = listSamples(ids, Date.now()).filter(isMeasured);
  const load = { samples, tokens, primary };
  const alone = await drive({ url, readUrls: [] }, load);
  print('the primary answers', alone);
  const to = mkdtempSync(join(tmpdir(), 'city-mint-standby-'));
  await copyRunning(url, { from: dirname(folder), to: join(to, 'standby') });
  followPrimary(join(to, 'standby', 'cluster'), url);
  const standby = await startPostgres({ dataDir: join(to, 'standby') });
  const standing = await drive({ url, readUrls: [url, standby.url] }, load).finally(() => standby.stop());
  rmSync(to, { recursive: true, force: true });
  print('a standby answers', standing);
  summarize(alone, standing);
});

/** Reads of visitors and of a wallet like most. */
function isMeasured({ key, wallet }: Sample): boolean {
  if (key.includes(' /api/ops/') || WITHOUT_ROWS.some((end) => key.endsWith(end))) return false;
  return wallet === 'ordinary' || wallet === null;
}

async function drive(order: { url: string; readUrls: readonly string[] }, load: Load): Promise<Figure> {
  const server = fork(new URL('./reads/serve.ts', import.meta.url), {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    execArgv: ['--max-semi-space-size=32'],
  });
  server.send({ databaseUrl: order.url, readUrls: order.readUrls });
  const [served] = (await once(server, 'message')) as [Served];
  let before = processorTimes(load.primary);
  const figures = await driveMixed(load.samples, {
    ...{ served, tokens: load.tokens, perSecond: Number(values.rate), seconds: Number(values.seconds) },
    onWarm: () => {
      before = processorTimes(load.primary);
    },
  });
  const ms = processorMsSince(before, load.primary);
  const byStandby = await readByStandby(served);
  await end(server);
  const reads = figures.reduce((sum, { calls }) => sum + calls, 0);
  return {
    msPerRead: ms / reads,
    medianMs: median(figures.map(({ medianMs }) => medianMs)),
    p99Ms: Math.max(...figures.map(({ p99Ms }) => p99Ms)),
    reads,
    byStandby,
  };
}

/** Returns the share of the reads that a standby answered, and prints which database answered. */
async function readByStandby({ api }: Served): Promise<number> {
  const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
  const metrics = await (await fetch(`${api}/metrics`, { headers })).text();
  const lines = metrics.split('\n').filter((line) => line.startsWith('city_mint_reads_total'));
  for (const line of lines) console.log(line);
  const sumOf = (wanted: readonly string[]) => wanted.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
  return sumOf(lines.filter((line) => line.includes('answered_by="standby"'))) / Math.max(1, sumOf(lines));
}

async function end(server: ChildProcess): Promise<void> {
  const left = once(server, 'exit');
  server.disconnect();
  await left;
}

function print(name: string, { msPerRead, medianMs, p99Ms, reads }: Figure): void {
  const times = `median ${roundTo(medianMs, 1)} ms, slowest p99 ${roundTo(p99Ms, 1)} ms`;
  console.log(`${name}: ${roundTo(msPerRead, 2)} ms of the primary a read; ${times}; ${reads} reads`);
}

function summarize(alone: Figure, standing: Figure): void {
  const ratio = standing.msPerRead / alone.msPerRead;
  report({
    bench: 'standby-reads',
    value: roundTo(standing.msPerRead, 2),
    unit: 'ms of processor time of the primary a read',
    limit: roundTo(alone.msPerRead, 2),
    limitOf: 'a read that the primary answers',
    ratio: roundTo(ratio, 2),
    target: `ratio <= ${LIMIT}, ${BY_STANDBY} of the reads by the standby`,
    met: ratio <= LIMIT && standing.byStandby >= BY_STANDBY,
    details: { scale: Number(values.scale), alone, standing },
  });
}
