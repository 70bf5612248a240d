import { operatorActions } from '@city-mint/api-contract/operator/endpoints';
import { actionName } from '@city-mint/api-contract/operator/operator-action';
import { DAY_MS } from '@city-mint/domain/time/durations';
import { countFlows } from '@city-mint/server/ledger/flows/commands';
import { createDatabase, type Database } from '@city-mint/server/platform/database/database';
import { sql } from 'kysely';
import { roundTo, secondsSince } from '../measure/statistics.ts';
import { withoutIndexes } from '../reads/bulk.ts';
import { OPERATOR, WALLETS } from '../reads/world-size.ts';
import type { ListValues } from './lists.ts';
import { makeLargeRound } from './make-large-round.ts';
import { makeAnchors, makeJournal, makePayouts, makeTeamGrants, makeTrees } from './make-records.ts';
import { multiplyRows, type RowGroup } from './multiply.ts';
import { listLegs, varyGrants, varyPlans, varyWithdrawals } from './vary-rows.ts';

/**
 * Transfers and their subjects: ids follow times, as everywhere. Output of machines and pools (15 to 17) remains on its
 * days.
 */
const OF_TRANSFERS = { ledger_transfer: 'kind not in (15, 16, 17)', recharge: 'true', withdrawal: 'true' };

/** Rows of ended rounds: copies of current ones would be orders of rounds that nothing ends. */
const ofEnded = (round: string) => `${round} in (select id from round where state = 'ended')`;
const ENDED = "state = 'ended'";
const perRound = { id: 'round_id', where: ofEnded('round_id') };

const OF_OTHERS = `user_id <> ${WALLETS.whale}`;

/** Tables whose rows are copied, with the tables of their dependent rows. */
const GROUPS: readonly RowGroup[] = [
  { city: 'id' },
  { phase_plan: 'id' },
  { app_user: 'id', participant: 'user_id', team_member: 'user_id', team_bind: { id: 'user_id', follows: true } },
  // A wallet has thousands of these, not hundreds of thousands.
  { recharge: { id: 'seq', where: OF_OTHERS } },
  {
    machine: { id: 'id', where: OF_OTHERS },
    exchange_grant: { id: 'machine_id', where: OF_OTHERS },
  },
  {
    withdrawal: { id: 'id', where: OF_OTHERS },
    withdrawal_voucher: {
      id: 'withdrawal_id',
      where: `withdrawal_id in (select id from withdrawal where ${OF_OTHERS})`,
      follows: true,
    },
  },
];
/** Orders with their transfers, and their rounds. */
const ORDERS: RowGroup = {
  mint_order: { id: 'id', and: 'round_id', where: ofEnded('round_id') },
  order_settlement: { id: 'order_id', and: 'round_id', where: ofEnded('round_id') },
  ledger_transfer: {
    id: 'source_id',
    where: `kind in (5, 6, 8, 11, 12, 14, 18)
      and source_id in (select order_id from order_settlement where ${ofEnded('round_id')})`,
  },
  round: { id: 'id', and: 'first_order_id', where: ENDED, follows: true },
  round_terms: { ...perRound, follows: true },
  round_transition: { ...perRound, follows: true },
  round_settlement: { ...perRound, follows: true },
  round_stage: { ...perRound, follows: true },
};
/** Rounds besides those of the orders, at the same times. */
const ROUNDS: RowGroup = {
  round: { id: 'id', where: ENDED },
  round_terms: perRound,
  round_settlement: perRound,
  round_transition: { ...perRound, follows: true },
  round_stage: { ...perRound, follows: true },
};

type Growth = { readonly rows: number; readonly tables: readonly string[] };

/** Fills the listed tables and their dependencies up to this many rows; prints the duration of each step. */
export async function growWorld(url: string, { rows, tables }: Growth): Promise<void> {
  const db = createDatabase({ url, maxConnections: 1, statementTimeoutMs: 3_600_000 });
  await sql`select set_config('work_mem', '256MB', false), set_config('synchronous_commit', 'off', false)`.execute(db);
  // A payout is a withdrawal's.
  const wanted = new Set([...tables, ...(tables.includes('operator_payout') ? ['withdrawal'] : [])]);
  const steps = stepsOf(db, rows).filter(([filled]) => filled.some((table) => wanted.has(table)));
  for (const [filled, make] of [...steps, CONTINUE_IDS, VACUUM]) {
    const from = performance.now();
    await make(db);
    console.log(`${filled.join(', ')}: ${roundTo(secondsSince(from), 1)} s`);
  }
  await db.destroy();
}

/** The tables that a step fills, and the step. */
type Step = readonly [readonly string[], (db: Database) => Promise<void>];

/** New rows get ids after those of all copies. */
const CONTINUE_IDS: Step = [
  ['ids'],
  async (db) => {
    const { rows } = await sql<{ name: string; from: string; next: string }>`
      select c.relname as name, a.attname as from, pg_get_serial_sequence(c.relname, a.attname) as next
      from pg_attribute a join pg_class c on c.oid = a.attrelid
      where a.attidentity <> '' and c.relkind = 'r' and c.relnamespace = 'public'::regnamespace`.execute(db);
    for (const { name, from, next } of rows) {
      await sql`select setval(${next}, greatest(nextval(${next}),
        (select coalesce(max(${sql.ref(from)}), 0) from ${sql.table(name)})))`.execute(db);
    }
  },
];

const VACUUM: Step = [['vacuum'], (db) => sql`vacuum analyze`.execute(db).then(() => undefined)];

function stepsOf(db: Database, rows: number): Step[] {
  const filling = (table: string, make: (db: Database, rows: number) => Promise<void>): Step => [
    [table],
    () => withoutIndexes(db, [table], () => make(db, rows)),
  ];
  return [
    filling('operator_proposal', makeProposals),
    filling('operator_log', makeLog),
    filling('session', makeSessions),
    // First, since it moves the times of other rows with those of their transfers, not of their copies.
    [
      ['mint_order', 'order_settlement', 'ledger_transfer'],
      () => multiplyRows(db, ORDERS, { rows, besides: OF_TRANSFERS }),
    ],
    // The ids of a whole group are shifted, so that several tables may share the same ids.
    ...GROUPS.map((group): Step => {
      // One withdrawal in ten has no payout: operators have not approved them yet.
      const wanted = 'withdrawal' in group ? Math.ceil(rows * 1.1) : rows;
      return [Object.keys(group), () => multiplyRows(db, group, { rows: wanted })];
    }),
    [['round', 'round_settlement'], () => multiplyRows(db, ROUNDS, { rows, sameTimes: true })],
    // After the rounds, since copies of it would have no orders.
    [['mint_order', 'order_settlement'], () => makeLargeRound(db, rows)],
    filling('withdrawal', varyWithdrawals),
    filling('operator_payout', makePayouts),
    [['phase_plan'], varyPlans],
    filling('exchange_grant', varyGrants),
    [['participant'], listLegs],
    filling('team_grant', makeTeamGrants),
    filling('liabilities_tree', makeTrees),
    filling('anchor', makeAnchors),
    filling('ledger_journal', makeJournal),
    // Only transfers that the journal has sealed.
    [['ledger_transfer'], (owner) => countFlows(owner, { range: 1_000_000 }).then(() => undefined)],
  ];
}

/** Returns the tables with fewer rows. */
export async function findUnfilled(db: Database, { rows, tables }: Growth): Promise<string[]> {
  const unfilled: string[] = [];
  for (const table of tables) {
    const { rows: counted } = await sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)}`.execute(db);
    const count = counted[0]?.n ?? 0;
    if (count < rows) unfilled.push(`${table}: ${count}`);
  }
  return unfilled;
}

/** Entries of every action by ten operators, signed as any are; the world's own are older. */
async function makeLog(db: Database, rows: number): Promise<void> {
  const actions = Object.keys(operatorActions).map(actionName);
  const signed = {
    domain: { name: 'City Mint operators', version: '1', chainId: 202599 },
    types: {},
    primaryType: 'Made',
    message: {},
  };
  await sql`insert into operator_log
      (at, operator, action, subject, before, after, reason, request_id, proposal_id, version, signed, signed_id,
        signature)
    select now() - interval '1 year' * (1 - n::float8 / ${rows}::int),
      case when n % 10 = 0 then ${OPERATOR} else '0x' || repeat((n % 10)::text, 40) end,
      (${actions}::text[])[1 + n % ${actions.length}::int], 'subject ' || n % 1000, null, null, 'made', 'made-' || n,
      case when n % 2 = 0 then (select max(id) from operator_proposal) - ${rows}::int + n end,
      '0x' || repeat('a', 64), ${JSON.stringify(signed)}::jsonb, gen_random_uuid(), '0x' || repeat('1', 130)
    from generate_series(1, ${rows}::int) n`.execute(db);
}

/** Proposals of every action and by how they ended, and few that are open. */
async function makeProposals(db: Database, rows: number): Promise<void> {
  const actions = Object.keys(operatorActions).map(actionName);
  await sql`insert into operator_proposal
      (action, subject, params, version, reason, proposed_by, proposed_at, expires_at, state, decided_by, decided_at)
    select (${actions}::text[])[1 + n % ${actions.length}::int], 'subject ' || n % 1000, '{}', '0x' || repeat('a', 64),
      'made', ${OPERATOR}, at, at + interval '1 day', state,
      case when state = 'confirmed' then '0x' || repeat('1', 40) end, case when state <> 'open' then at end
    from (
      select n, now() - interval '1 year' * (1 - n::float8 / ${rows}::int) as at,
        case when n > ${rows - 2_000}::int then 'open'
        else (array['confirmed', 'confirmed', 'rejected', 'outdated', 'lapsed', 'expired'])[1 + n % 6] end as state
      from generate_series(1, ${rows}::int) n
    ) made`.execute(db);
}

/** Sessions of the whale, a tenth of all, and of others. */
async function makeSessions(db: Database, rows: number): Promise<void> {
  await sql`insert into session (token_hash, user_id, created_at, last_used_at, expires_at)
    select sha256(n::text::bytea), case when n % 10 = 0 then ${WALLETS.whale}::int else 2 + n % 9000 end, at, at,
      at + interval '30 days'
    from (select n, now() - interval '1 year' * (1 - n::float8 / ${rows}::int) as at
      from generate_series(1, ${rows}::int) n) made`.execute(db);
}

/** Returns the values for the filters. */
export async function readListValues(db: Database): Promise<ListValues> {
  const { rows } = await sql<Record<string, string>>`
    select (select address from app_user where id = ${WALLETS.whale}::int) as whale,
      (select address from app_user where id = ${WALLETS.inviter}::int) as inviter,
      '0x' as prefix,
      (select min(id) from city)::text as city,
      (select max(id) from operator_proposal where state = 'open' and id % 2 = 0)::text as proposal,
      (select name from city order by id limit 1) as "cityName",
      (select round_id from auto_mint_opening order by joined desc limit 1)::text as round,
      (select signed_id from operator_log where id = (select max(id) / 2 from operator_log))::text as "requestId",
      (select max(id) / 2 from operator_log)::text as "logId",
      ${OPERATOR} as operator, 'pause' as action, 'subject 7' as subject, 'home' as area, 'mint' as search,
      'reserve' as fund, '2500' as amount, '10' as "smallAmount",
      '4990' as "largeAmount", '4995' as "largestAmount"`.execute(db);
  const [values] = rows;
  if (values === undefined) throw new Error('the world has no rows');
  const ago = (days: number) => String(Date.now() - days * DAY_MS);
  // Most of a year, and half a day of the days on which the rows are that all copies were made of.
  return { ...values, from: ago(360), to: ago(100), fromOfDay: ago(358), toOfDay: ago(357.5) };
}
