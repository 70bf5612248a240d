import { parseArgs } from 'node:util';
import { advanceMiningDay } from '@city-mint/server/miner/commands/advance-mining-day';
import { listMachines } from '@city-mint/server/miner/queries/list-machines';
import { listMining } from '@city-mint/server/miner/queries/list-mining';
import { readMiningTotals } from '@city-mint/server/miner/queries/read-mining-totals';
import { createPool, type Database, databaseOver } from '@city-mint/server/platform/database/database';
import { buildFunds, buildParticipants } from '@city-mint/tests/builders/participants';
import { JU } from '@city-mint/tests/builders/rounds';
import { sql } from 'kysely';
import { report } from './measure/report.ts';
import { withPostgres } from './measure/with-postgres.ts';

/**
 * A mining day over a million machines (`--machines N`) in the engine's own resumable ranges, against the raw limit of the same run: the same
 * rows inserted and the same balances updated by plain SQL with nothing computed. The sums are checked to the unit.
 */
const { values } = parseArgs({
  options: { machines: { type: 'string', default: '1000000' } },
  allowPositionals: true,
});
const MACHINES = Number(values.machines);
const TARGET = 2;
const TIMEOUT_MS = 600_000;

await withPostgres(async (url) => {
  const owner = databaseOver(createPool({ url, statementTimeoutMs: TIMEOUT_MS }));
  const worker = databaseOver(
    createPool({ url, role: 'city_mint_worker', maxConnections: 1, statementTimeoutMs: TIMEOUT_MS }),
  );
  const today = await plant(owner);
  const raws: number[] = [];
  const days: number[] = [];
  // In turns, so that whatever else the machine does falls on both.
  for (const day of [today - 2, today - 1]) {
    raws.push(await measureRaw(owner));
    await sql`checkpoint`.execute(owner);
    days.push(await measureDay(worker, day));
  }
  const exact = await check(owner);
  const reads = await measureReads(owner);
  await worker.destroy();
  await owner.destroy();
  const [raw, seconds] = [Math.min(...raws), Math.min(...days)];
  report({
    bench: 'mining-day',
    value: round(seconds),
    unit: `s for ${MACHINES} machines`,
    limit: round(raw),
    limitOf: 'the same rows inserted and updated by plain SQL, nothing computed',
    ratio: round(seconds / raw),
    target: `ratio <= ${TARGET}, exact`,
    met: seconds / raw <= TARGET && exact,
    details: { exact, days: days.map(round), raws: raws.map(round), ...reads },
  });
});

function round(value: number): number {
  return Number(value.toFixed(2));
}

/** As many users as machines, each with one; two days are due. Gives today. */
async function plant(db: Database): Promise<number> {
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

/** Seconds for the same rows in tables of the same shape, in one transaction a range as the engine has. */
async function measureRaw(db: Database): Promise<number> {
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
        select 1, n, n, 1000000000000000000, 1000000000000000000 from generate_series(${from}::int + 1, ${from + 50_000}::int) n`.execute(
        tx,
      );
      await sql`update raw_account set balance = balance + 1000000000000000000
        where id = any (array(select ledger_account_id(n, 1, 1) from generate_series(${from}::int + 1, ${from + 50_000}::int) n))`.execute(
        tx,
      );
      await sql`insert into raw_transfer (debit_account, credit_account, amount, kind, source_id, debit_balance_after, credit_balance_after)
        select 26, ledger_account_id(n, 1, 1), 1000000000000000000, 15, n, 1000000000000000000000000, 1000000000000000000
        from generate_series(${from}::int + 1, ${from + 50_000}::int) n`.execute(tx);
    });
  }
  const seconds = (performance.now() - started) / 1_000;
  await sql`drop table raw_account, raw_transfer, raw_day`.execute(db);
  console.log(`raw rows: ${seconds.toFixed(2)} s`);
  return seconds;
}

async function measureDay(db: Database, day: number): Promise<number> {
  const started = performance.now();
  for (;;) {
    const step = await advanceMiningDay(db);
    if (step === 'closed') break;
    if (step === 'none' || step === 'waiting') throw new Error(`the day stopped with ${step}`);
  }
  const seconds = (performance.now() - started) / 1_000;
  console.log(`mining day ${day}: ${seconds.toFixed(2)} s, ${(MACHINES / seconds).toFixed(0)} machines/s`);
  return seconds;
}

/** Each output is the machine's part of the day, rounded down; transfers, balances and the emission agree to the unit. */
async function check(db: Database): Promise<boolean> {
  const { rows } = await sql<{ wrong: number; moved: bigint; held: bigint; outputs: bigint; lines: number }>`
    select count(*) filter (where d.output <> div(n.emission * m.hash_rate, n.hash_rate))::int as wrong, count(*)::int as lines,
      (select sum(amount) from ledger_transfer where kind = 15) as moved, sum(d.output) as outputs,
      (select sum(balance) from ledger_account where ledger_account_kind(id) = 1) as held
    from machine_day d join mining_day n on n.day = d.day join machine m on m.id = d.machine_id`.execute(db);
  const [row] = rows;
  return row?.wrong === 0 && row.lines === 2 * MACHINES && row.moved === row.outputs && row.held === row.outputs;
}

/** Milliseconds of what a participant's pages ask, medians over a hundred users. */
async function measureReads(db: Database) {
  await sql`vacuum analyze`.execute(db);
  const { rows } = await sql<{ user_id: bigint }>`select user_id from machine order by random() limit 100`.execute(db);
  const median = async (read: (userId: bigint) => Promise<unknown>) => {
    const times: number[] = [];
    for (const { user_id } of rows) {
      const started = performance.now();
      await read(user_id);
      times.push(performance.now() - started);
    }
    return round(times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0);
  };
  return {
    listMiningMs: await median((userId) => listMining(db, { userId, limit: 20 })),
    totalsMs: await median((userId) => readMiningTotals(db, userId)),
    listMachinesMs: await median((userId) => listMachines(db, { userId, limit: 20 })),
  };
}
