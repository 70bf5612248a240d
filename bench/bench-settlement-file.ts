import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { settlementPath } from '@city-mint/api-contract/rounds/settlement-path';
import { pickPort } from '@city-mint/devnet/ports';
import { createDatabase } from '@city-mint/server/platform/database/database';
import { writeSettlementFile } from '@city-mint/server/rounds/settlement-file/commands';
import { buildSettledOrders } from '@city-mint/tests/builders/settled-orders';
import { sql } from 'kysely';
import { report } from './measure/report.ts';
import { startApi } from './measure/start-api.ts';
import { roundTo, secondsSince } from './measure/statistics.ts';
import { withPostgres } from './measure/with-postgres.ts';

/**
 * The settlement file of a round of `--orders` orders (1,000,000), written by a worker and fetched from the api by
 * several callers concurrently, while other calls are timed. Target: the api needs at most 192 MiB more than before,
 * regardless of the number of orders.
 */
const TARGET_MIB = 192;
const CALLERS = 4;
const { values } = parseArgs({ options: { orders: { type: 'string', default: '1000000' } } });
const orders = Number(values.orders);

await withPostgres(async (url) => {
  const owner = createDatabase({ url, statementTimeoutMs: 600_000 });
  const roundId = await buildSettledOrders(owner, { city: 'Large', orders });
  await sql`vacuum analyze`.execute(owner);
  const writingSince = performance.now();
  while (await writeSettlementFile(owner));
  const written = secondsSince(writingSince);
  const { port } = await pickPort();
  const api = await startApi(url, port);
  try {
    const base = `http://127.0.0.1:${port}`;
    const path = settlementPath(roundId.toString(), 'jsonl');
    const before = memoryMib(api.pid);
    const calls = timeCalls(`${base}/health/live`);
    const fetchingSince = performance.now();
    const lengths = await Promise.all(Array.from({ length: CALLERS }, () => fetchAll(base + path)));
    const fetched = secondsSince(fetchingSince);
    const { slowestMs, count } = await calls.stop();
    const more = memoryMib(api.pid).peak - before.now;
    const [bytes = 0] = lengths;
    report({
      bench: 'settlement-file',
      value: roundTo(more, 1),
      unit: `MiB more in the api while ${CALLERS} callers fetch ${orders} orders`,
      limit: roundTo(bytes / 2 ** 20, 1),
      limitOf: 'MiB of the file',
      ratio: roundTo(more / (bytes / 2 ** 20), 3),
      target: `at most ${TARGET_MIB} MiB`,
      met: more <= TARGET_MIB && new Set(lengths).size === 1,
      details: {
        secondsToWrite: roundTo(written, 1),
        secondsToFetch: roundTo(fetched, 1),
        mibPerSecond: roundTo((CALLERS * bytes) / 2 ** 20 / fetched, 1),
        otherCalls: { count, slowestMs: roundTo(slowestMs, 1) },
      },
    });
  } finally {
    api.kill('SIGTERM');
    await once(api, 'exit');
    await owner.destroy();
  }
});

/** Fetches a file and discards it; returns its length. */
async function fetchAll(url: string): Promise<number> {
  const response = await fetch(url);
  if (response.body === null || !response.ok) throw new Error(`${url} was answered with ${response.status}`);
  let bytes = 0;
  for await (const chunk of response.body) bytes += chunk.byteLength;
  return bytes;
}

/** Calls `url` every 20 ms until it is stopped; then returns the duration of the slowest call. */
function timeCalls(url: string) {
  let isStopped = false;
  let [slowestMs, count] = [0, 0];
  const done = (async () => {
    while (!isStopped) {
      const since = performance.now();
      await (await fetch(url)).arrayBuffer();
      slowestMs = Math.max(slowestMs, performance.now() - since);
      count += 1;
      await sleep(20);
    }
  })();
  return {
    async stop() {
      isStopped = true;
      await done;
      return { slowestMs, count };
    },
  };
}

/** Memory of a process now and at its peak, in MiB. */
function memoryMib(pid: number | undefined): { now: number; peak: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const mibOf = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1] ?? 0) / 1024;
  return { now: mibOf('VmRSS'), peak: mibOf('VmHWM') };
}
