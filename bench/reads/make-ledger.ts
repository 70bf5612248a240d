import type { Database } from '@city-mint/server/platform/database/database';
import { sql } from 'kysely';
import { withoutIndexes } from './bulk.ts';
import { rechargedUnits } from './make-people.ts';
import type { WorldSize } from './world-size.ts';

/**
 * Adds every transfer that the made rows stand for, with the balances after each, and the balances of all accounts:
 * `verify:ledger` finds nothing. Transfers are gathered in `made_transfer` in millionths, round by round; a window over
 * each account then computes the balances.
 */
export async function makeLedger(db: Database, size: WorldSize): Promise<void> {
  await sql`create unlogged table made_transfer (id bigint, kind smallint, step smallint, source_id bigint,
    debit bigint,
    credit bigint, amount bigint, at timestamptz)`.execute(db);
  await addDeposits(db, size);
  await addJoins(db, size);
  await addMinted(db, size);
  await addFailed(db, size);
  await addLater(db);
  await sql`analyze made_transfer`.execute(db);
  await withoutIndexes(db, ['ledger_transfer', 'ledger_account'], () => insertTransfers(db));
  await sql`select setval(pg_get_serial_sequence('ledger_transfer', 'id'), (select max(id)
    from made_transfer))`.execute(db);
  await sql`drop table made_transfer`.execute(db);
}

/** Ids of a round's transfers: so many for each round, after those of the deposits. */
const IDS_A_ROUND = 220;
const FIRST_ROUND_ID = 10;

/** The id of the transfer at `place` among those of the round. */
function idOf({ users }: WorldSize, place: string) {
  return sql.raw(`${users + 5_000 + FIRST_ROUND_ID} + (round_id - 1)::bigint * ${IDS_A_ROUND} + ${place}`);
}

async function addDeposits(db: Database, { users }: WorldSize): Promise<void> {
  await sql`insert into chain_event (seq, kind, block_number, block_hash, block_at, tx_hash, log_index, payload)
    select ${users + 5_000}::int + n, 'funded', ${users + 5_000}::int + n, '0xf' || n, now() - interval '2 years',
      '0xf' || n, 0, '{}' from generate_series(1, 2) n`.execute(db);
  await sql`insert into reserve_funding (id, amount, reason, signed_id, funded_at) overriding system value
    values (1, 500000000::numeric * 10 ^ 18, 'first funding', gen_random_uuid(), now() - interval '2 years')`.execute(
    db,
  );
  await sql`insert into made_transfer
    select seq, kind_deposit(), 0, seq, account_custody(0), account_available(user_id, 0), ${rechargedUnits(users)},
      credited_at from recharge
    union all
    select n.id, n.kind, 0, n.source, n.debit, n.credit, n.amount, now() - interval '2 years'
    from (values
      (${users + 5_001}::int, kind_funding(), ${users + 5_001}::int, account_custody(0), account_treasury(),
        500000000000000),
      (${users + 5_002}::int, kind_funding(), ${users + 5_002}::int, account_custody(1), account_emission(),
        9000000000000000),
      (${users + 5_003}::int, kind_reserve_funding(), 1, account_treasury(), account_reserve(), 500000000000000)
    ) n (id, kind, source, debit, credit, amount)`.execute(db);
}

async function addJoins(db: Database, size: WorldSize): Promise<void> {
  await sql`insert into made_transfer
    select ${idOf(size, 'o.rank')}, kind_join(), 0, o.id, account_available(user_id, 0), account_escrow(round_id),
      o.amount,
      r.settled_at - interval '30 minutes'
    from made_order o join made_round r using (round_id)
    union all
    select ${idOf(size, '31 + o.rank')}, kind_principal_return(), 0, o.id, account_escrow(round_id),
      account_available(user_id, 0), o.amount / 100 * case when o.failed then 97 else 99 end, r.settled_at
    from made_order o join made_round r using (round_id)`.execute(db);
}

/** Minted rounds: the fee and its shares, shares of surplus, and FMC of the paid stages. */
async function addMinted(db: Database, size: WorldSize): Promise<void> {
  await sql`insert into made_transfer
    select ${idOf(size, '62')}, kind_mint_fee(), 0, round_id, account_escrow(round_id), account_fees(round_id),
      amount / 100, settled_at from made_round where not failed
    union all
    select ${idOf(size, '62 + o.rank')}, kind_reward(), 0, o.id, account_fees(round_id),
      account_available(inviter_id, 0),
      o.amount / 100 * 3 / 10, r.settled_at
    from made_order o join made_round r using (round_id) where not o.failed and inviter_id is not null
    union all
    select ${idOf(size, '93 + part')}, kind_fee_share(), part, round_id, account_fees(round_id), pool,
      case part when 0 then amount / 500 when 1 then amount / 500 when 2 then amount / 1000
        else amount / 100 - amount / 250 - amount / 1000 - coalesce(rewards, 0) end, settled_at
    from made_round, lateral (values (0, account_nodes()), (1, account_levels()), (2, account_treasury()),
      (3, account_reserve())) p (part, pool)
    where not failed
    union all
    select ${idOf(size, '97 + o.rank')}, kind_split(), 0, o.id, account_reserve(), account_available(user_id, 0),
      o.amount / 1000, r.settled_at
    from made_order o join made_round r using (round_id) where not o.failed and o.has_split`.execute(db);
  await sql`insert into made_transfer
    select ${idOf(size, '127 + o.rank')}, kind_mint(), 0, o.id, account_emission(), account_available(user_id, 1),
      o.amount * 4, r.settled_at
    from made_order o join made_round r using (round_id) where not o.failed
    union all
    select ${idOf(size, '158')}, kind_vest(), 0, round_id, account_emission(), account_vesting(round_id), amount * 6,
      settled_at from made_round where not failed
    union all
    select ${idOf(size, 'o.rank + 30 * stage + 98')}, kind_distribute(), stage, o.id, account_vesting(round_id),
      account_available(user_id, 1), o.amount * 3, r.settled_at + interval '1 hour' * (stage - 1)
    from made_order o join made_round r using (round_id), generate_series(2, 3) stage
    where not o.failed and not r.is_unpaid`.execute(db);
}

async function addFailed(db: Database, size: WorldSize): Promise<void> {
  await sql`insert into made_transfer
    select ${idOf(size, '62')}, kind_loss(), 0, round_id, account_escrow(round_id), account_launch_costs(),
      amount / 100 * 3, settled_at from made_round where failed
    union all
    select ${idOf(size, '62 + o.rank')}, kind_compensation(), 0, o.id, account_reserve(), account_available(user_id, 0),
      o.amount / 100, r.settled_at
    from made_order o join made_round r using (round_id) where o.failed`.execute(db);
}

/** What machines mined, what pools paid, and withdrawals. */
async function addLater(db: Database): Promise<void> {
  await sql`insert into made_transfer
    select (select max(id) from made_transfer) + row_number() over (order by at, kind, source_id, step), t.*
    from (
      select kind_hash_rate_output() as kind, 0 as step, d.id as source_id, account_emission() as debit,
        account_available(d.user_id, 1) as credit, (d.output / 1000000000000)::bigint as amount, n.paid_at as at
      from machine_day d join mining_day n using (day)
      union all
      select case s.pool when 'nodes' then kind_node_output() else kind_level_output() end, 0, s.id,
        case s.pool when 'nodes' then account_nodes() else account_levels() end, account_available(s.user_id, 0),
        (div(d.release * s.weight, d.weights) / 1000000000000)::bigint, d.paid_at
      from pool_share s join pool_day d on d.day = s.day and d.pool = s.pool
      union all
      select kind_withdrawal_request(), 0, id, account_available(user_id, currency), account_withdrawing(user_id,
        currency),
        (amount / 1000000000000)::bigint, requested_at from withdrawal
      union all
      select kind_withdrawal_done(), 0, id, account_withdrawing(user_id, currency), account_custody(currency),
        (amount / 1000000000000)::bigint, completed_at from withdrawal where state = 'completed'
    ) t`.execute(db);
}

async function insertTransfers(db: Database): Promise<void> {
  // Ids in the order of their times, as a ledger has them.
  await sql`create unlogged table made_in_time as
    select row_number() over (order by at, id) as id, kind, step, source_id, debit, credit, amount, at
    from made_transfer`.execute(db);
  await sql`drop table made_transfer`.execute(db);
  await sql`alter table made_in_time rename to made_transfer`.execute(db);
  await sql`create unlogged table made_balance as
    select id, is_debit, account, sum(change) over (partition by account order by id, is_debit desc) as after
    from (
      select id, true as is_debit, debit as account, -amount as change from made_transfer
      union all select id, false, credit, amount from made_transfer
    ) movement`.execute(db);
  await sql`analyze made_balance`.execute(db);
  await sql`insert into ledger_transfer (id, debit_account, credit_account, amount, kind, step, source_id,
      debit_balance_after, credit_balance_after, created_at) overriding system value
    select t.id, t.debit, t.credit, t.amount::numeric * 1000000000000, t.kind, t.step, t.source_id,
      b.debit_after * 1000000000000, b.credit_after * 1000000000000, t.at
    from made_transfer t join (
      select id, max(after) filter (where is_debit) as debit_after, max(after) filter (where not is_debit)
        as credit_after
      from made_balance group by id
    ) b using (id) order by t.id`.execute(db);
  await sql`drop table made_balance`.execute(db);
  await sql`delete from ledger_account`.execute(db);
  await sql`insert into ledger_account (id, balance)
    select id, sum(change) * 1000000000000 from (
      select debit as id, -amount as change from made_transfer
      union all select credit, amount from made_transfer
      union all select account_available(id, 1), 0 from app_user
    ) movement group by id order by id`.execute(db);
}
