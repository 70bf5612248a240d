import { hash } from 'node:crypto';
import { LEAVES_PER_ACCOUNT, verifyAccountLeaves } from '@city-mint/domain/proof/account-leaves';
import { createPool, type Database, databaseOver } from '@city-mint/server/platform/database/database';
import { makeLiabilitiesTrees } from '@city-mint/server/proof/commands/make-liabilities-trees';
import { readAccountLeaves, readLiabilitiesRoots } from '@city-mint/server/proof/queries/read-liabilities';
import { sha256 } from '@city-mint/server/proof/tree/tree-hashes';
import { exitKeyOf } from '@city-mint/tests/builders/exit-keys';
import { sql } from 'kysely';
import { report } from './measure/report.ts';
import { median, roundTo, secondsSince } from './measure/statistics.ts';
import { withPostgres } from './measure/with-postgres.ts';

/**
 * The trees of liabilities over 1,000,000 accounts, read from the ledger and stored, built once, against the same
 * hashes in the same run (median of three); then the proofs of 1,000 accounts. An account has four leaves with three
 * hashes each: of its name, of the leaf, and of a node above.
 */
const ACCOUNTS = 1_000_000;
const LEAVES = LEAVES_PER_ACCOUNT * ACCOUNTS;
/** Hashed bytes per leaf: docs/money-rules.md#12-the-proof-of-liabilities. */
const HASHED_BYTES = { name: 118, leaf: 97, node: 129 };
const REPETITIONS = 3;
/** Balance of each account, in base units. */
const BALANCE = 7n * 10n ** 18n;
const PROOFS = 1_000;
const TARGET = 5;

await withPostgres(async (url) => {
  const db = databaseOver(createPool({ url, statementTimeoutMs: 600_000, maxConnections: 2 }));
  await fill(db);
  const bareTimes = Array.from({ length: REPETITIONS }, hashAlone);
  const bare = median(bareTimes);
  const before = process.memoryUsage().rss;
  const usedBefore = process.cpuUsage();
  const from = performance.now();
  const vault = { readBlock: async () => 1n, readBalance: async () => BigInt(ACCOUNTS) * BALANCE };
  await makeLiabilitiesTrees(db, vault);
  const seconds = secondsSince(from);
  const processorSeconds = roundTo(secondsOf(process.cpuUsage(usedBefore)), 2);
  const grownMb = Math.round((process.memoryUsage().rss - before) / 1_048_576);
  const proofs = await prove(db);
  await db.destroy();
  report({
    bench: 'proof',
    value: roundTo(seconds, 2),
    unit: 's',
    limit: roundTo(bare, 2),
    limitOf: `${3 * LEAVES} SHA-256, three a leaf, nothing else`,
    ratio: roundTo(seconds / bare, 2),
    target: `ratio <= ${TARGET}, every proof valid`,
    met: seconds / bare <= TARGET && proofs.valid === PROOFS,
    details: {
      accounts: ACCOUNTS,
      processorSeconds,
      grownMb,
      limitSpread: bareTimes.map((time) => roundTo(time, 2)),
      ...proofs,
    },
  });
});

/** Adds users with the same balance each, debited to custody, and their counters. */
async function fill(db: Database): Promise<void> {
  await sql`insert into app_user (address)
    select '0x' || lpad(to_hex(n), 40, '0') from generate_series(1, ${ACCOUNTS}::int) n`.execute(db);
  await sql`insert into ledger_account (id, balance) select account_available(id, currency_ju()), ${BALANCE}::numeric
    from app_user`.execute(db);
  await sql`insert into vault_total select address, ${2n * BALANCE}::numeric, ${BALANCE}::numeric, 0, 0
    from app_user`.execute(db);
  await sql`update ledger_account set balance = ${-BALANCE * BigInt(ACCOUNTS)}::numeric where id = 0`.execute(db);
  await sql`vacuum analyze`.execute(db);
}

function secondsOf({ user, system }: NodeJS.CpuUsage): number {
  return (user + system) / 1e6;
}

/** Makes the same number of hashes of the same size as the tree and nothing else; returns the seconds. */
function hashAlone(): number {
  const from = performance.now();
  for (const length of Object.values(HASHED_BYTES)) {
    const bytes = new Uint8Array(length);
    for (let leaf = 0; leaf < LEAVES; leaf += 1) {
      bytes[leaf % length] = leaf % 256;
      hash('sha256', bytes, 'buffer');
    }
  }
  return secondsSince(from);
}

async function prove(db: Database): Promise<{ valid: number; proofMs: number }> {
  const tree = (await readLiabilitiesRoots(db)).find(({ currency }) => currency === 0);
  if (tree === undefined) throw new Error('no tree');
  const root = { hash: tree.root, sum: tree.total };
  let valid = 0;
  const from = performance.now();
  for (let n = 0; n < PROOFS; n += 1) {
    const userId = BigInt(1 + n * (ACCOUNTS / PROOFS));
    const address = `0x${userId.toString(16).padStart(40, '0')}`;
    const account = Buffer.from(address.slice(2), 'hex');
    const key = await exitKeyOf(db, address);
    const proofs = await readAccountLeaves(db, { tree, address, key });
    if (verifyAccountLeaves(proofs, { account, balance: BALANCE, root, hash: sha256 }) === null) valid += 1;
  }
  return { valid, proofMs: roundTo((performance.now() - from) / PROOFS, 2) };
}
