import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream, createWriteStream, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { formatLazily } from '@city-mint/domain/rounds/format-settlement-result';
import { parseSettlementFile } from '@city-mint/domain/rounds/parse-settlement-file';
import { settleLazily } from '@city-mint/domain/rounds/settle-round';
import { keccak } from '@city-mint/verify/hashes';
import { report } from './measure/report.ts';
import { roundTo, secondsSince } from './measure/statistics.ts';

/**
 * The stand-alone verifier settles a round of `--orders` orders (1,000,000) again from its file and computes the root.
 * The reference only reads and parses the file twice and computes as many hashes. Target: at most 350 MB of memory,
 * and three times the reference.
 */
const TARGET = { megabytes: 350, ratio: 3 };
const ROOT = join(import.meta.dirname, '..');
const { values } = parseArgs({ options: { orders: { type: 'string', default: '1000000' } } });
const count = Number(values.orders);

const folder = mkdtempSync(join(tmpdir(), 'city-mint-recompute-'));
try {
  const file = join(folder, 'settlement.jsonl');
  await writeRound(file);
  const reference = await readAndHash(file);
  const { seconds, megabytes, code } = await verify(file);
  report({
    bench: 'recompute',
    value: roundTo(seconds, 1),
    unit: `s for ${count} orders, ${roundTo(statSync(file).size / 1e6, 0)} MB`,
    limit: roundTo(reference, 1),
    limitOf: 's to read the file twice and to hash as often',
    ratio: roundTo(seconds / reference, 2),
    target: `at most ${TARGET.ratio}, and ${TARGET.megabytes} MB`,
    met: code === 0 && seconds / reference <= TARGET.ratio && megabytes <= TARGET.megabytes,
    details: { megabytes },
  });
} finally {
  rmSync(folder, { recursive: true });
}

/** Writes the settlement file of a minted round whose orders differ in amount, inviter and time. */
async function writeRound(file: string): Promise<void> {
  const orders = Array.from({ length: count }, (_, index) => ({
    rank: index + 1,
    amount: `${BigInt(1 + (index % 997)) * 10n ** 18n + BigInt(index) * 123_456_789n}`,
    inviter: index % 2 === 0 ? null : `0x${(index % 5_000).toString(16).padStart(40, 'a')}`,
    inviterQualified: index % 4 === 1,
    late: index % 10 === 0,
  }));
  const quota = orders.reduce((sum, { amount }) => sum + BigInt(amount), 0n);
  const head = {
    terms: {
      ...{ quota: `${quota}`, mintFeeBps: 100, lossBps: 300, mintAmount: `${5n * 10n ** 24n}` },
      ...{ stageBps: [4000, 3000, 3000], referralBps: 3000, nodesBps: 2000, levelsBps: 2000, treasuryBps: 1000 },
      ...{ reserveDrawBps: 5000, compensationTimesBps: 20_000 },
    },
    reserve: { balance: `${quota / 1_000n}`, cap: `${quota / 900n}` },
    emission: { remaining: `${10n ** 27n}` },
    cancelled: false,
  };
  const parsed = parseSettlementFile({ ...head, orders });
  if (!parsed.ok) throw new Error(parsed.error);
  const { outcome, totals, orderAt } = formatLazily(settleLazily(parsed.input));
  const stream = createWriteStream(file);
  const write = async (line: object) => {
    if (!stream.write(`${JSON.stringify(line)}\n`)) await once(stream, 'drain');
  };
  await write({ roundId: '12', ...head, outcome, totals });
  for (const [index, order] of orders.entries()) await write({ ...order, result: orderAt(index) });
  stream.end();
  await once(stream, 'finish');
}

async function readAndHash(file: string): Promise<number> {
  const since = performance.now();
  const [leaf, pair] = [new Uint8Array(200), new Uint8Array(64)];
  for (const hashesALine of [1, 2]) {
    for await (const line of createInterface({ input: createReadStream(file) })) {
      JSON.parse(line);
      for (let hashed = 0; hashed < hashesALine; hashed += 1) keccak(hashesALine === 1 ? leaf : pair);
    }
  }
  return secondsSince(since);
}

/** Runs the verifier in a process of its own; returns its time and its peak of memory. */
async function verify(file: string): Promise<{ seconds: number; megabytes: number; code: number | null }> {
  const since = performance.now();
  const peak = "process.on('exit', () => process.send(process.resourceUsage().maxRSS))";
  const child = spawn(
    process.execPath,
    ['--import', `data:text/javascript,${encodeURIComponent(peak)}`, 'apps/verify/src/main.ts', 'settlement', file],
    { cwd: ROOT, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] },
  );
  let kilobytes = 0;
  child.on('message', (sent) => {
    kilobytes = Number(sent);
  });
  const [code] = await once(child, 'exit');
  return { seconds: secondsSince(since), megabytes: roundTo(kilobytes / 1024, 0), code };
}
