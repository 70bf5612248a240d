import { parseArgs } from 'node:util';
import { tokenAmount } from '@city-mint/domain/money/token-amount';
import { sealJournal } from '@city-mint/server/ledger/journal/commands';
import { readJournalHead, verifyJournal } from '@city-mint/server/ledger/journal/queries';
import { verifyLedger } from '@city-mint/server/ledger/transfers/queries';
import { createDatabase, type Database } from '@city-mint/server/platform/database/database';
import { readStatements } from '@city-mint/server/statement/queries/read-statement';
import { buildPlan, JU, openRound } from '@city-mint/tests/builders/rounds';
import { sql } from 'kysely';
import { openJoinDriver } from './measure/drive-joins.ts';
import { buildWallets, fillOrders } from './measure/filled-database.ts';
import { growLedger } from './measure/grow-ledger.ts';
import { findPostmaster, processorMsSince, processorTimes } from './measure/processor-time.ts';
import { report } from './measure/report.ts';
import { repeat, roundTo, secondsSince } from './measure/statistics.ts';
import { withPostgres } from './measure/with-postgres.ts';

/**
 * Whether the tables that grow without end stay as good: at each size in `--millions` of transfers (1, 10, 50), with a
 * fifth as many orders, the bytes of a row with its indexes, joins a second, the statement of a wallet whose own
 * history stays the same, and verifying the newest million transfers of the journal, all in processor time, which
 * little else changes; and verifying the whole ledger, on the clock, up to `--ledger` millions (10). Each is compared
 * with the first size.
 */
const WALLETS = 100_000;
const CREDITED = 50_000;
const OWN_ORDERS = 200_000;
const CALLERS = 2_000;
const JOINING_SECONDS = 4;
const STATEMENTS = 2_000;
const TRANSFERS_AN_ORDER = 5;
const NEWEST_ENTRIES = 200n;
/** How often a figure is measured. */
const TIMES = 5;
const TARGET = 1.2;

const { values } = parseArgs({
  options: { millions: { type: 'string', default: '1,10,50' }, ledger: { type: 'string', default: '10' } },
});
const sizes = values.millions.split(',').map((millions) => Number(millions) * 1_000_000);
const mostVerified = Number(values.ledger) * 1_000_000;

await withPostgres(async (url) => {
  const owner = createDatabase({ url, statementTimeoutMs: 3_600_000 });
  const users = await buildWallets(owner, WALLETS);
  const measured = users.slice(0, WALLETS / 2);
  const credited = await buildWallets(owner, CREDITED);
  // Made wallets have no rows as the sources of their deposits, so a statement begins after them.
  const from = Date.now() + 1;
  await fillOrders(url, { users, orders: OWN_ORDERS });
  const round = await openRound(owner, buildPlan({ firstQuota: tokenAmount(100_000_000n * JU) }));
  const joins = openJoinDriver(url);
  const postmaster = await findPostmaster(owner);
  const load = { callers: CALLERS, rounds: [round], users: users.slice(WALLETS / 2) };
  const figures = [];
  for (const transfers of sizes) {
    const startedAt = performance.now();
    await growLedger(url, { transfers, orders: transfers / TRANSFERS_AN_ORDER, joined: round.roundId, credited });
    console.log(`grown to ${transfers} transfers in ${roundTo(secondsSince(startedAt), 1)} s`);
    await joins.drive({ ...load, seconds: 2 });
    const times = await repeat(TIMES, async () => {
      const before = await countJoins(owner, round.roundId);
      const ms = await processorMs(postmaster, async () => {
        await joins.drive({ ...load, seconds: JOINING_SECONDS });
      });
      return (ms * 1_000) / ((await countJoins(owner, round.roundId)) - before);
    });
    const statementMs = await lowest(() => measureStatements(owner, { postmaster, users: measured, from }));
    await sealAll(owner);
    const figure = {
      transfers,
      ...(await readBytes(owner)),
      joinUs: roundTo(Math.min(...times), 1),
      statementMs,
      journalUs: await lowest(() => measureJournal(owner, postmaster)),
      ...(transfers <= mostVerified ? { ledgerUs: await measureLedger(owner) } : {}),
    };
    console.log(JSON.stringify(figure));
    figures.push(figure);
  }
  await joins.close();
  await owner.destroy();
  const [first] = figures;
  if (first === undefined) throw new Error('no size to measure');
  const growths = figures.slice(1).flatMap(({ transfers, ...figure }) =>
    Object.entries(figure).map(([name, value]) => {
      const before = Object.entries(first).find(([own]) => own === name)?.[1] ?? value;
      return { name, transfers, ratio: roundTo(value / before, 2) };
    }),
  );
  const worst = growths.toSorted((a, b) => b.ratio - a.ratio)[0]?.ratio ?? 1;
  report({
    bench: 'growth',
    value: worst,
    unit: 'times the figure of the first size, the worst of all',
    limit: 1,
    limitOf: `the same figure at ${first.transfers} transfers`,
    ratio: worst,
    target: `ratio <= ${TARGET}`,
    met: worst <= TARGET,
    details: { figures, growths },
  });
});

/**
 * Returns the lowest of five figures: other programs of a shared machine only add to the time of the same work, by a
 * quarter within seconds.
 */
async function lowest(measure: () => Promise<number>): Promise<number> {
  return Math.min(...(await repeat(TIMES, measure)));
}

async function countJoins(owner: Database, roundId: bigint): Promise<number> {
  const { rows } = await sql<{ joins: number }>`
    select count(*)::int as joins from mint_order where round_id = ${roundId}`.execute(owner);
  return rows[0]?.joins ?? 0;
}

/** Returns the bytes of a transfer and of an order, with their indexes. */
async function readBytes(owner: Database) {
  const bytesOf = async (table: string) => {
    const { rows } = await sql<{ bytes: number }>`
      select (pg_total_relation_size(${table}::regclass) / (select count(*) from ${sql.table(table)}))::int as bytes
    `.execute(owner);
    return rows[0]?.bytes ?? 0;
  };
  return { transferBytes: await bytesOf('ledger_transfer'), orderBytes: await bytesOf('mint_order') };
}

type Statements = { readonly postmaster: number; readonly users: readonly bigint[]; readonly from: number };

/** Returns the milliseconds of a statement since `from`. */
async function measureStatements(owner: Database, { postmaster, users, from }: Statements): Promise<number> {
  const now = Date.now();
  const ms = await processorMs(postmaster, async () => {
    for (let read = 0; read < STATEMENTS; read += 1) {
      const userId = users[Math.floor(Math.random() * users.length)] ?? 0n;
      await readStatements(owner, { userId, bounds: [from, now] });
    }
  });
  return roundTo(ms / STATEMENTS, 2);
}

/** Returns the milliseconds on a processor that the database's processes have for `work`. */
async function processorMs(postmaster: number, work: () => Promise<void>): Promise<number> {
  const before = processorTimes(postmaster);
  await work();
  return processorMsSince(before, postmaster);
}

/** Seals every transfer, and leaves nothing to autovacuum, whose processor time would count. */
async function sealAll(owner: Database): Promise<void> {
  // The first call finds up to which transfer the second one may seal.
  await sealJournal(owner);
  await sealJournal(owner);
  await sql`vacuum analyze ledger_journal`.execute(owner);
}

/** Returns the microseconds that verifying a sealed transfer takes, of the newest. */
async function measureJournal(owner: Database, postmaster: number): Promise<number> {
  const head = await readJournalHead(owner);
  const from = BigInt(head.number) - NEWEST_ENTRIES + 1n;
  const own = process.cpuUsage();
  let verified = 0;
  const ms = await processorMs(postmaster, async () => {
    const { transfers, fault } = await verifyJournal(owner, { from });
    if (fault !== null) throw new Error(`the journal has a fault: ${fault.what}`);
    verified = transfers;
  });
  const { user, system } = process.cpuUsage(own);
  return roundTo((ms * 1_000 + user + system) / verified, 2);
}

/** Returns the microseconds a transfer that verifying the whole ledger takes. Throws when a balance is wrong. */
async function measureLedger(owner: Database): Promise<number> {
  const startedAt = performance.now();
  const { transfers, checks } = await verifyLedger(owner);
  // The added transfers have no rows as their sources.
  const wrong = checks.filter(({ check, violations }) => check !== 'sources-exist' && violations > 0);
  if (wrong.length > 0) throw new Error(JSON.stringify(wrong, (_, value) => String(value)));
  return roundTo((secondsSince(startedAt) * 1_000_000) / transfers, 2);
}
