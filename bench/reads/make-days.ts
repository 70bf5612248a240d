import type { Database } from '@city-mint/server/platform/database/database';
import { sql } from 'kysely';
import { withoutIndexes } from './bulk.ts';
import { WALLETS, type WorldSize } from './world-size.ts';

/** Participants of the pools on every day. */
const POOL_MEMBERS = 300;

/** Adds a year of mining days with the machines of failed orders, of pool days, and of withdrawals. */
export async function makeDays(db: Database, size: WorldSize): Promise<void> {
  await makeMachines(db, size);
  await makePools(db, size);
  await makeWithdrawals(db, size);
}

async function makeMachines(db: Database, { ownMachines, otherMachines, days }: WorldSize): Promise<void> {
  await sql`create unlogged table made_machine as
    select row_number() over (order by rank > 1, id) as id, id as order_id, user_id, round_id, amount
    from (
      (select * from made_order where failed and rank = 1 order by id limit ${ownMachines}::int)
      union all
      (select * from made_order where failed and rank > 1 order by id limit ${otherMachines}::int)
    ) claimed`.execute(db);
  await sql`insert into hash_power_claim (order_id, user_id, round_id, hash_power, claimed_at)
    select order_id, user_id, round_id, amount::numeric / 100 * 4 * 1000000000000, now() - interval '1 year'
    from made_machine`.execute(db);
  await sql`update order_settlement set is_claimed = true
    where order_id in (select order_id from made_machine)`.execute(db);
  await sql`insert into machine (id, user_id, order_id, round_id, hash_rate, claimed_at, first_day, last_day)
    overriding system value
    select id, user_id, order_id, round_id, amount::numeric / 100 * 4 * 1000000000000, now() - interval '1 year',
      utc_day(now()) - ${days}::int, utc_day(now()) + 365 from made_machine`.execute(db);
  await sql`insert into exchange_account (user_id, uid, is_swept)
    select distinct user_id, (100000000 + user_id)::text, true from made_machine`.execute(db);
  await sql`insert into exchange_grant (machine_id, user_id, uid, hash_rate, state, acknowledged_at)
    select id, user_id, (100000000 + user_id)::text, amount::numeric / 100 * 4 * 1000000000000, 'acknowledged', now()
    from made_machine`.execute(db);
  await withoutIndexes(db, ['machine_day'], async () => {
    await sql`insert into machine_day (day, user_id, machine_id, hash_rate, output)
      select utc_day(now()) - n, user_id, id, amount::numeric / 100 * 4 * 1000000000000, (10000 + id % 100)
        * 1000000000000
      from generate_series(${days}::int, 1, -1) n, made_machine order by n desc, user_id, id`.execute(db);
  });
  await sql`insert into mining_day (day, machines, hash_rate, emission, remaining, paid, paid_at)
    select day, count(*), sum(hash_rate), sum(output), sum(output), sum(output),
      timestamptz 'epoch' + interval '1 day' * (day + 1) + interval '5 minutes'
    from machine_day group by day order by day`.execute(db);
  await sql`insert into mining_day (day, machines, hash_rate)
    select utc_day(now()), count(*), sum(hash_rate) from machine`.execute(db);
  await sql`select setval(pg_get_serial_sequence('machine', 'id'), (select max(id) from machine))`.execute(db);
}

async function makePools(db: Database, { days }: WorldSize): Promise<void> {
  await sql`insert into pool_day (day, pool, gathered_to, weights, balance, release, paid, after_user, paid_at)
    select utc_day(now()) - n, pool, 1000000000, ${POOL_MEMBERS}::int, ${POOL_MEMBERS}::int * 10000000000000000,
      ${POOL_MEMBERS}::int * 1000000000000000,
      ${POOL_MEMBERS}::int * 1000000000000000, 1000000000,
      timestamptz 'epoch' + interval '1 day' * (utc_day(now()) - n + 1) + interval '10 minutes'
    from generate_series(${days}::int, 1, -1) n, unnest(array['nodes', 'levels']) pool`.execute(db);
  await withoutIndexes(db, ['pool_share'], async () => {
    await sql`insert into pool_share (day, pool, user_id, weight, attributed)
      select day, pool, u, 1, 1 from pool_day, generate_series(1, ${POOL_MEMBERS}::int) u
      order by day, pool, u`.execute(db);
  });
  await sql`update pool_setting set first_day = utc_day(now()) - ${days}::int where first_day is not null`
    .execute(db)
    .catch(() => undefined);
}

/** One completed withdrawal of every tenth user, 2,000 of the whale,
  and 200 that wait for operators or for the chain. */
async function makeWithdrawals(db: Database, { users }: WorldSize): Promise<void> {
  await sql`insert into withdrawal (user_id, request_id, body_hash, voucher_id, account, recipient, currency, amount,
      approval_needed, state, requested_at, due_at, completed_at, booked_at, tx_hash, block_number, gas_fee)
    select user_id, gen_random_uuid(), '\\x00', '0x' || lpad(to_hex(n), 64, '0'), address, address, 0,
      1000000000000000000, state = 'requested', state, at, null,
      case when state = 'completed' then at + interval '1 minute' end,
      case when state = 'completed' then at + interval '1 minute' end,
      case when state = 'completed' then '0x' || lpad(to_hex(n), 64, '0') end,
      case when state = 'completed' then n end, case when state = 'completed' then 21000 end
    from (
      select n, n * 10 as user_id, 'completed' as state, now() - interval '1 year' * (1 - n
        * 10.0 / ${users}::int) as at
      from generate_series(1, ${users / 10}::int) n
      union all
      select 100000000 + n, ${WALLETS.whale}::int, 'completed', now() - interval '4 hours' * n
      from generate_series(1, 2000) n
      union all
      select 200000000 + n, 1000 + n, case when n % 2 = 0 then 'requested' else 'signed' end,
        now() - interval '1 minute' * n
      from generate_series(1, 200) n
    ) w join app_user u on u.id = w.user_id order by at`.execute(db);
  await sql`insert into withdrawal_voucher (withdrawal_id, number, valid_after, deadline, signature)
    select id, 1, requested_at, requested_at + interval '20 minutes', '0x' || repeat('1', 130)
    from withdrawal where state in ('signed', 'completed')`.execute(db);
  await sql`insert into withdrawal_recipient (user_id, recipient, first_asked_at)
    select distinct user_id, recipient, now() - interval '1 year' from withdrawal`.execute(db);
}
