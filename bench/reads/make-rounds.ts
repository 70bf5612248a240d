import type { Database } from '@city-mint/server/platform/database/database';
import { buildPlan, openRound } from '@city-mint/tests/builders/rounds';
import { sql } from 'kysely';
import { withoutIndexes } from './bulk.ts';
import { WALLETS, type WorldSize } from './world-size.ts';

/** Rounds of one plan. */
const PLAN_ROUNDS = 100;
/** Of the rounds, the newest have stages that are yet to be paid: one in so many. */
const UNPAID_SHARE = 100;

/**
 * Adds the rounds of a year in their cities and plans: every fifth failed, the others minted. The whale has an order in
 * each, the inviter in every hundredth, the rest are everyone's in turn. `made_order` has each order with its amounts
 * in millionths of a JU or FMC, from which settlements and transfers are made.
 */
export async function makeRounds(db: Database, size: WorldSize): Promise<void> {
  await makeCities(db, size);
  await makeOrders(db, size);
  await withoutIndexes(
    db,
    ['round', 'round_terms', 'round_transition', 'round_settlement', 'round_stage'],
    async () => {
      await insertRounds(db, size);
      await insertSettlements(db, size);
    },
  );
  await withoutIndexes(db, ['mint_order', 'order_settlement'], () => insertOrders(db));
  await sql`select setval(pg_get_serial_sequence('round', 'id'), (select max(id) from round)),
    setval(pg_get_serial_sequence('phase_plan', 'id'), (select max(id) from phase_plan)),
    setval(pg_get_serial_sequence('city', 'id'), (select max(id) from city)),
    setval(pg_get_serial_sequence('mint_order', 'id'), (select max(id) from mint_order))`.execute(db);
}

/** Cities and their plans. A plan and a round from the server's own commands are the templates of the others. */
async function makeCities(db: Database, { cities, rounds }: WorldSize): Promise<void> {
  const { roundId, planId } = await openRound(db, buildPlan({ city: 'Model', rounds: 1 }));
  await sql`create unlogged table made_model as
    select (select plan from phase_plan where id = ${planId}) as plan,
      (select terms from round_terms where round_id = ${roundId}) as terms`.execute(db);
  await sql`set session_replication_role = replica`.execute(db);
  await sql`delete from round_terms`.execute(db);
  await sql`delete from round_transition`.execute(db);
  await sql`delete from auto_mint_opening`.execute(db);
  await sql`delete from round`.execute(db);
  await sql`delete from phase_plan`.execute(db);
  await sql`delete from city`.execute(db);
  await sql`insert into city (id, name, latitude, longitude) overriding system value
    select n, 'City ' || n, (n * 37) % 160 - 80, (n * 53) % 360 - 180 from generate_series(1,
      ${cities}::int) n`.execute(db);
  const plans = Math.ceil(rounds / cities / PLAN_ROUNDS);
  await sql`insert into phase_plan (id, city_id, phase, plan, state, due_at, published_at) overriding system value
    select (c.id - 1) * ${plans}::int + p, c.id, p,
      m.plan || jsonb_build_object('city', c.name, 'phase', p, 'rounds', ${PLAN_ROUNDS}::int), 'ended', null,
      now() - interval '1 year' + interval '1 day' * p
    from city c, generate_series(1, ${plans}::int) p, made_model m`.execute(db);
  await sql`set session_replication_role = origin`.execute(db);
}

async function makeOrders(db: Database, { users, rounds, ordersPerRound }: WorldSize): Promise<void> {
  await sql`create unlogged table made_order as
    select (r - 1)::bigint * ${ordersPerRound}::int + rank as id, r as round_id, rank, o.user_id,
      (10 + (r * 31 + rank * 17) % 90)::bigint * 1000000 as amount, r % 5 = 0 as failed, p.inviter_id as inviter_id,
      r % 10 = 1 as has_split
    from generate_series(1, ${rounds}::int) r, generate_series(1, ${ordersPerRound}::int) rank,
      lateral (select case
        when rank = 1 then ${WALLETS.whale}::int
        when rank = 2 and r % 100 = 0 then ${WALLETS.inviter}::int
        else 3 + ((r - 1)::bigint * ${ordersPerRound - 1}::int + rank - 2) * 7919 % (${users}::int - 2)
      end::bigint) o (user_id)
      join participant p using (user_id)`.execute(db);
  await sql`create index on made_order (round_id)`.execute(db);
  await sql`analyze made_order`.execute(db);
  await sql`create unlogged table made_round as
    select round_id, bool_or(failed) as failed, sum(amount)::bigint as amount, count(*)::int as orders,
      sum(amount / 100 * 3 / 10) filter (where inviter_id is not null and not failed) as rewards,
      min(id) as first_order_id,
      now() - interval '1 year' * (1 - (round_id - 1)::float8 / ${rounds}::int) as settled_at,
      round_id > ${rounds - Math.ceil(rounds / UNPAID_SHARE)}::int and not bool_or(failed) as is_unpaid,
      bool_or(has_split) and not bool_or(failed) as has_split
    from made_order group by round_id`.execute(db);
  await sql`create unique index on made_round (round_id)`.execute(db);
  await sql`analyze made_round`.execute(db);
}

async function insertRounds(db: Database, { rounds, cities }: WorldSize): Promise<void> {
  const plans = Math.ceil(rounds / cities / PLAN_ROUNDS);
  await sql`create unlogged table made_name as
    select round_id, 1 + (round_id - 1) % ${cities}::int as city_id,
      1 + (round_id - 1) / ${cities}::int / ${PLAN_ROUNDS}::int as phase,
      1 + (round_id - 1) / ${cities}::int % ${PLAN_ROUNDS}::int as number
    from made_round`.execute(db);
  await sql`insert into round (id, plan_id, city_id, phase, number, state, opens_at, closes_at, late_ms, quota, minimum,
      wallet_maximum, filled, order_count, last_joined_at, first_order_id, due_at) overriding system value
    select r.round_id, (n.city_id - 1) * ${plans}::int + n.phase, n.city_id, n.phase, n.number,
      case when is_unpaid then 'minted' else 'ended' end, settled_at - interval '1 hour', settled_at, 0,
      amount::numeric * 1000000000000 * case when failed then 2 else 1 end, 1, 0, amount::numeric * 1000000000000,
      orders, settled_at - interval '1 minute', first_order_id, case when is_unpaid then now() + interval '1 day' end
    from made_round r join made_name n using (round_id) order by r.round_id`.execute(db);
  await sql`insert into round_terms (round_id, terms, terms_hash)
    select r.round_id, m.terms || jsonb_build_object('city', 'City ' || n.city_id, 'phase', n.phase, 'number', n.number,
        'opensAt', floor(extract(epoch from r.settled_at) * 1000)::bigint - 3600000,
        'closesAt', floor(extract(epoch from r.settled_at) * 1000)::bigint,
        'quota', (r.amount::numeric * 1000000000000 * case when failed then 2 else 1 end)::text,
        'mintAmount', (r.amount::numeric * 10000000000000)::text),
      '0x' || lpad(to_hex(r.round_id), 64, '0')
    from made_round r join made_name n using (round_id), made_model m order by r.round_id`.execute(db);
  await sql`insert into round_transition (round_id, state, at)
    select round_id, t.state, settled_at + t.after from made_round, lateral (values
      ('open', interval '-1 hour'), (case when failed then 'failed' else 'full' end, interval '-1 second'),
      (case when failed then 'liquidating' else 'settling' end, interval '0'),
      (case when failed then null else 'minted' end, interval '1 second'),
      (case when is_unpaid then null else 'ended' end, interval '2 hours')) t (state, after)
    where t.state is not null order by round_id`.execute(db);
}

async function insertSettlements(db: Database, { rounds }: WorldSize): Promise<void> {
  await sql`insert into round_settlement (round_id, outcome, settled_at, order_count, amount, reserve_balance,
      reserve_cap, emission_remaining, totals, stages, file_due_at, of_city)
    select r.round_id, case when failed then 'failed' else 'minted' end, settled_at, orders,
      amount::numeric * 1000000000000, 1, 1, 1, case when failed
        then jsonb_build_object('compensation', (div(amount::numeric, 100) * 1000000000000)::text)
        else jsonb_build_object('reserveIn', '1000', 'split', '0') end,
      case when not failed then array[4, 3, 3] end, case when r.round_id > ${rounds - 20}::int then now() end, n.city_id
    from made_round r join made_name n using (round_id) order by r.round_id`.execute(db);
  await sql`insert into round_stage (round_id, stage, amount, due_at, paid_at)
    select round_id, stage, amount::numeric * 1000000000000 * case stage when 1 then 4 else 3 end,
      case when is_unpaid and stage > 1 then now() + interval '1 day' else settled_at + interval '1 hour'
        * (stage - 1) end,
      case when is_unpaid and stage > 1 then null else settled_at + interval '1 hour' * (stage - 1) end
    from made_round, generate_series(1, 3) stage where not failed order by round_id, stage`.execute(db);
}

async function insertOrders(db: Database): Promise<void> {
  await sql`insert into mint_order (id, round_id, user_id, rank, automatic, asked, accepted, request_id, joined_at,
    late)
    overriding system value
    select o.id, o.round_id, o.user_id, o.rank, o.rank = 1, o.amount::numeric * 1000000000000,
      o.amount::numeric * 1000000000000, gen_random_uuid(), r.settled_at - interval '1 hour'
        + interval '1 minute' * o.rank,
      false
    from made_order o join made_round r using (round_id) order by o.id`.execute(db);
  const units = (part: string) => sql.raw(`(${part})::numeric * 1000000000000`);
  await sql`insert into order_settlement (order_id, round_id, user_id, rank, amount, late, principal, fee, inviter_id,
      inviter_qualified, reward, split, stage1, stage2, stage3, refund, loss, compensation, hash_power)
    select id, round_id, user_id, rank, ${units('amount')}, false, ${units('amount / 100 * 99')},
      ${units('amount / 100')},
      inviter_id, inviter_id is not null,
      ${units('case when inviter_id is null then 0 else amount / 100 * 3 / 10 end')},
      ${units('case when has_split then amount / 1000 else 0 end')}, ${units('amount * 4')}, ${units('amount * 3')},
      ${units('amount * 3')}, null, null, null, null
    from made_order where not failed
    union all
    select id, round_id, user_id, rank, ${units('amount')}, false, null, null, null, null, null, null, null, null, null,
      ${units('amount / 100 * 97')}, ${units('amount / 100 * 3')}, ${units('amount / 100')},
        ${units('amount / 100 * 4')}
    from made_order where failed`.execute(db);
}
