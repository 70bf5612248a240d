import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createDatabase, type Database } from '@city-mint/server/platform/database/database';
import { advanceRound } from '@city-mint/server/rounds/lifecycle/commands';
import { payDuePart } from '@city-mint/server/rounds/settlement/commands';
import type { OpenRound } from '@city-mint/tests/builders/rounds';
import { sql } from 'kysely';
import { fillRound } from './measure/full-round.ts';
import { report } from './measure/report.ts';
import { roundTo, secondsSince } from './measure/statistics.ts';
import { watchBackend } from './measure/watch-backend.ts';
import { withPostgres } from './measure/with-postgres.ts';

/**
 * The settlement of a full round of `--orders` orders (1,000,000) from `full` to `minted`, against plain SQL on the
 * same database in the same run: INSERT … SELECT of the same transfers and settlement rows and an UPDATE of the same
 * accounts, into tables with the same columns, checks and indexes. Target: at most 1.05 times the plain time, and 1.35
 * times for a small round, of which computing is a greater part.
 */
const [TARGET_OF_MANY, TARGET_OF_FEW, MANY_ORDERS] = [1.05, 1.35, 500_000];
const { values } = parseArgs({
  options: { orders: { type: 'string', default: '1000000' } },
});
const orders = Number(values.orders);
const target = orders >= MANY_ORDERS ? TARGET_OF_MANY : TARGET_OF_FEW;

await withPostgres(async (url) => {
  const owner = createDatabase({ url, statementTimeoutMs: 600_000 });
  const round = await fillRound(owner, orders);
  await sql`vacuum analyze`.execute(owner);
  await sql`checkpoint`.execute(owner);
  const engine = await settle(url, owner, round);
  const exact = await isExact(owner, round);
  const plain = await insertPlain(owner, round);
  await owner.destroy();
  const ratio = engine.seconds / plain.seconds;
  report({
    bench: 'settle',
    value: roundTo(engine.seconds, 2),
    unit: `s for ${orders} orders`,
    limit: roundTo(plain.seconds, 2),
    limitOf: [
      `plain INSERT … SELECT of ${plain.transfers} transfers and ${orders} settlement rows`,
      `UPDATE of ${plain.accounts} accounts`,
    ].join(', '),
    ratio: roundTo(ratio, 2),
    target: `ratio <= ${target}, exact`,
    met: ratio <= target && exact,
    details: {
      exact,
      // CPU time of the backends, which tells more than elapsed time on a busy machine.
      cpuRatio: roundTo(engine.cpuSeconds / plain.cpuSeconds, 2),
      cpuSeconds: { engine: engine.cpuSeconds, plain: plain.cpuSeconds },
      steps: engine.steps,
      peakOwnMib: engine.peakMib,
      plain: plain.parts,
    },
  });
});

/** Settles the round as one worker does, over two connections; returns times and memory. */
async function settle(url: string, owner: Database, { roundId }: OpenRound) {
  const connect = () =>
    createDatabase({ url, role: 'city_mint_worker', maxConnections: 1, statementTimeoutMs: 600_000 });
  const [first, second] = [connect(), connect()];
  const backends = [watchBackend(await backendOf(first)), watchBackend(await backendOf(second))];
  const steps: string[] = [];
  let isMinted = false;
  const started = performance.now();
  const payingParts = (async () => {
    while (!isMinted) if (!(await payDuePart(second))) await sleep(5);
  })();
  for (let state = ''; state !== 'minted'; ) {
    const from = performance.now();
    const moved = await advanceRound(first);
    if (moved === undefined) await sleep(5);
    else steps.push(`${moved.from} ${secondsSince(from).toFixed(2)} s`);
    ({ state } = await owner.selectFrom('round').select('state').where('id', '=', roundId).executeTakeFirstOrThrow());
  }
  const seconds = secondsSince(started);
  isMinted = true;
  await payingParts;
  const used = backends.map((backend) => backend.stop());
  await Promise.all([first.destroy(), second.destroy()]);
  return {
    seconds,
    steps: steps.filter((step) => !step.endsWith(' 0.00 s')),
    cpuSeconds: roundTo(
      used.reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0),
      2,
    ),
    peakMib: used.map(({ peakMib }) => peakMib),
  };
}

async function backendOf(db: Database): Promise<number> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db);
  return rows[0]?.pid ?? 0;
}

/** Whether escrow and fees are empty, each order has one settlement row and principal, and the first stage is paid. */
async function isExact(owner: Database, { roundId }: OpenRound): Promise<boolean> {
  const { rows } = await sql<{ exact: boolean }>`
    select (select sum(balance) from ledger_account
        where id in (account_escrow(${roundId}), account_fees(${roundId}))) = 0
      and (select count(*) from order_settlement where round_id = ${roundId}) = ${orders}::int
      and (select count(*) from ledger_transfer where kind = kind_principal_return()) = ${orders}::int
      and (select sum(amount) from ledger_transfer where kind = kind_mint())
        = (select stages[1] from round_settlement where round_id = ${roundId})
      and not exists (
        select 1 from ledger_account group by ledger_account_currency(id) having sum(balance) <> 0
      ) as exact`.execute(owner);
  return rows[0]?.exact === true;
}

/** Writes the same rows from copies, in one transaction, with nothing to decide; returns times and counts. */
async function insertPlain(owner: Database, { roundId }: OpenRound) {
  await sql`create table copied_transfer as
    select * from ledger_transfer where kind in (kind_principal_return(), kind_mint_fee(), kind_reward(),
      kind_fee_share(), kind_mint(), kind_vest(), kind_split())`.execute(owner);
  await sql`create table copied_settlement as
    select * from order_settlement where round_id = ${roundId}`.execute(owner);
  await sql`create table copied_account as
    select credit_account as id, sum(amount) as amount from copied_transfer group by 1 order by 1`.execute(owner);
  await sql`create table plain_transfer (like ledger_transfer including all)`.execute(owner);
  await sql`create table plain_settlement (like order_settlement including all)`.execute(owner);
  await sql`create table plain_account (like ledger_account including all)`.execute(owner);
  await sql`alter table plain_account set (fillfactor = 60)`.execute(owner);
  await sql`insert into plain_account select * from ledger_account`.execute(owner);
  await sql`vacuum analyze`.execute(owner);
  await sql`checkpoint`.execute(owner);
  const parts: string[] = [];
  const started = performance.now();
  let cpuSeconds = 0;
  const counts = await owner.transaction().execute(async (tx) => {
    const backend = watchBackend(await backendOf(tx));
    const count = async (name: string, statement: ReturnType<typeof sql>) => {
      const from = performance.now();
      const { numAffectedRows } = await statement.execute(tx);
      parts.push(`${name} ${secondsSince(from).toFixed(2)} s`);
      return Number(numAffectedRows);
    };
    const made = {
      settlements: await count('settlements', sql`insert into plain_settlement select * from copied_settlement`),
      transfers: await count(
        'transfers',
        sql`insert into plain_transfer overriding system value select * from copied_transfer`,
      ),
      accounts: await count(
        'accounts',
        sql`update plain_account p set balance = p.balance + c.amount from copied_account c where c.id = p.id`,
      ),
    };
    ({ cpuSeconds } = backend.stop());
    return made;
  });
  return { seconds: secondsSince(started), cpuSeconds, ...counts, parts };
}
