import { parseArgs } from 'node:util';
import { advanceMiningDay } from '@city-mint/server/miner/commands/mining-days';
import { payInParts } from '@city-mint/server/miner/jobs';
import { listMachines } from '@city-mint/server/miner/queries/machines';
import { listMining, readMiningTotals } from '@city-mint/server/miner/queries/mined-days';
import { createPool, type Database, databaseOver } from '@city-mint/server/platform/database/database';
import { buildFunds, buildParticipants } from '@city-mint/tests/builders/participants';
import { JU } from '@city-mint/tests/builders/rounds';
import { sql } from 'kysely';
import { report } from './measure/report.ts';
import { median, roundTo, secondsSince } from './measure/statistics.ts';
import { withPostgres } from './measure/with-postgres.ts';

/**
 * A mining day over `--machines` machines (1,000,000) in the worker's resumable ranges, over two connections, against
 * plain SQL that inserts the same rows and updates the same balances with nothing computed. The sums are verified
 * to the unit.
 */
const { values } = parseArgs({
  options: { machines: { type: 'string', default: '1000000' } },
  allowPositionals: true,
});
const MACHINES = Number(values.machines);
const TARGET = 1.1;
const TIMEOUT_MS = 600_000;

await withPostgres(async (url) => {
  const owner = databaseOver(createPool({ url, statementTimeoutMs: TIMEOUT_MS }));
  const worker = databaseOver(
    createPool({ url, role: 'city_mint_worker', maxConnections: 2, statementTimeoutMs: TIMEOUT_MS }),
  );
  const today = await seedMachines(owner);
  const plainTimes: number[] = [];
  const days: number[] = [];
  // Alternately, so that other load on the machine affects both.
  for (const day of [today - 2, today - 1]) {
    plainTimes.push(await measurePlainRows(owner));
    await sql`checkpoint`.execute(owner);
    days.push(await measureDay(worker, day));
  }
  const exact = await isExact(owner);
  const reads = await measureReads(owner);
  await worker.destroy();
  await owner.destroy();
  const [plain, seconds] = [Math.min(...plainTimes), Math.min(...days)];
  report({
    bench: 'mining-day',
    value: round(seconds),
    unit: `s for ${MACHINES} machines`,
    limit: round(plain),
    limitOf: 'the same rows inserted and updated by plain SQL, nothing computed',
    ratio: round(seconds / plain),
    target: `ratio <= ${TARGET}, exact`,
    met: seconds / plain <= TARGET && exact,
    details: { exact, days: days.map(round), plain: plainTimes.map(round), ...reads },
  });
});

function round(value: number): number {
  return roundTo(value, 2);
}

/** Adds as many users as machines, each with one; two days are due. Returns the number of today's day. */
async function seedMachines(db: Database): Promise<number> {
  for (let made = 0; made < MACHINES; made += 50_000) {
    await buildParticipants(db, { count: Math.min(50_000, MACHINES - made), available: 0n });
  }
  await buildFunds(db, { reserve: 0n, emission: 10_000_000n * JU });
  await sql`
    insert into machine (user_id, order_id, round_id, hash_rate, claimed_at, first_day, last_day)
    select id, id, 1, (1 + id % 1000) * 10::numeric ^ 15 + id, now(), utc_day(now()) - 2, utc_day(now()) + 100
    from app_user order by id`.execute(db);
  await sql`vacuum analyze`.execute(db);
  const { rows } = await sql<{ day: number }>`select utc_day(clock_timestamp()) as day`.execute(db);
  return rows[0]?.day ?? 0;
}

/** Returns the seconds for the same rows in tables of the same shape, one transaction per range as in the worker. */
async function measurePlainRows(db: Database): Promise<number> {
  await sql`create table raw_account (like ledger_account including all) with (fillfactor = 60)`.execute(db);
  await sql`create table raw_transfer (like ledger_transfer including all)`.execute(db);
  await sql`create table raw_day (like machine_day including all)`.execute(db);
  await sql`insert into raw_account select * from ledger_account order by id`.execute(db);
  await sql`vacuum analyze raw_account`.execute(db);
  await sql`checkpoint`.execute(db);
  const started = performance.now();
  for (let from = 0; from < MACHINES; from += 50_000) {
    await db.transaction().execute(async (tx) => {
      await sql`insert into raw_day (day, user_id, machine_id, hash_rate, output)
        select 1, n, n, 1000000000000000000, 1000000000000000000
        from generate_series(${from}::int + 1, ${from + 50_000}::int) n`.execute(tx);
      await sql`update raw_account set balance = balance + 1000000000000000000
        where id = any (array(
          select account_available(n, currency_fmc()) from generate_series(${from}::int + 1, ${from + 50_000}::int) n
        ))`.execute(tx);
      await sql`insert into raw_transfer (debit_account, credit_account, amount, kind, source_id,
          debit_balance_after, credit_balance_after)
        select 26, account_available(n, currency_fmc()), 1000000000000000000, 15, n,
          1000000000000000000000000, 1000000000000000000
        from generate_series(${from}::int + 1, ${from + 50_000}::int) n`.execute(tx);
    });
  }
  const seconds = secondsSince(started);
  await sql`drop table raw_account, raw_transfer, raw_day`.execute(db);
  console.log(`plain rows: ${seconds.toFixed(2)} s`);
  return seconds;
}

async function measureDay(db: Database, day: number): Promise<number> {
  const started = performance.now();
  for (;;) {
    const step = await advanceMiningDay(db);
    if (step === 'closed' || (step === 'begun' && (await payInParts(db)).includes('closed'))) break;
    if (step === 'none' || step === 'waiting') throw new Error(`the day stopped in state ${step}`);
  }
  const seconds = secondsSince(started);
  console.log(`mining day ${day}: ${seconds.toFixed(2)} s, ${(MACHINES / seconds).toFixed(0)} machines/s`);
  return seconds;
}

/**
 * Whether each output is the machine's share of the day, rounded down, and transfers and balances agree to the unit.
 */
async function isExact(db: Database): Promise<boolean> {
  const { rows } = await sql<{ wrong: number; moved: bigint; held: bigint; outputs: bigint; lines: number }>`
    select count(*)::int as lines,
      count(*) filter (where d.output <> div(n.emission * m.hash_rate, n.hash_rate))::int as wrong,
      (select sum(amount) from ledger_transfer where kind = kind_hash_rate_output()) as moved, sum(d.output) as outputs,
      (select sum(balance) from ledger_account where ledger_account_kind(id) = account_kind_available()) as held
    from machine_day d join mining_day n on n.day = d.day join machine m on m.id = d.machine_id`.execute(db);
  const [row] = rows;
  return row?.wrong === 0 && row.lines === 2 * MACHINES && row.moved === row.outputs && row.held === row.outputs;
}

/** Returns the milliseconds of the queries behind a participant's pages, medians over a hundred users. */
async function measureReads(db: Database) {
  await sql`vacuum analyze`.execute(db);
  const { rows } = await sql<{ user_id: bigint }>`select user_id from machine order by random() limit 100`.execute(db);
  const medianTime = async (read: (userId: bigint) => Promise<unknown>) => {
    const times: number[] = [];
    for (const { user_id } of rows) {
      const started = performance.now();
      await read(user_id);
      times.push(performance.now() - started);
    }
    return round(median(times));
  };
  return {
    listMiningMs: await medianTime((userId) => listMining(db, { userId, limit: 20 })),
    totalsMs: await medianTime((userId) => readMiningTotals(db, userId)),
    listMachinesMs: await medianTime((userId) => listMachines(db, { userId, limit: 20 })),
  };
}
