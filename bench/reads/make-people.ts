import type { Database } from '@city-mint/server/platform/database/database';
import { sql } from 'kysely';
import { withoutIndexes } from './bulk.ts';
import { FIRST_DIRECT, WALLETS, type WorldSize } from './world-size.ts';

/**
 * Adds the users, who invited whom (one inviter has very many direct referrals, the rest form a random tree), and who
 * recharged what: user n by event n of the vault, and the whale 5,000 times more.
 */
export async function makePeople(db: Database, { users, directs, days }: WorldSize): Promise<void> {
  await withoutIndexes(db, ['app_user', 'participant', 'team_bind', 'chain_event', 'recharge'], async () => {
    await sql`insert into app_user (id, address, registered_at, consent_hash, consent_at) overriding system value
      select n, '0x' || lpad(to_hex(n), 40, '0'), now() - interval '1 day' * ${days}::int,
        (select hash from disclosure order by version desc limit 1), now() - interval '1 day' * ${days}::int
      from generate_series(1, ${users}::int) n`.execute(db);
    await sql`insert into consent_count (hash, slot, users)
      select consent_hash, 0, count(*) from app_user where consent_hash is not null group by consent_hash`.execute(db);
    // Without triggers no binding gets its time.
    await sql`insert into participant (user_id, inviter_id, bound_at, first_settled_round_id)
      select n, inviter, case when inviter is not null
        then now() - interval '1 day' * (${days}::int * (1 - n::float8 / ${users}::int)) end, 1
      from generate_series(1, ${users}::int) n cross join lateral (select case
        when n >= ${FIRST_DIRECT}::int and n < ${FIRST_DIRECT + directs}::int then ${WALLETS.inviter}::int
        when n >= ${FIRST_DIRECT + directs}::int and n % 10 < 6 then 3 + (n::bigint * 7919) % (n - 3)
      end) invited (inviter)`.execute(db);
    await sql`insert into team_bind (user_id, inviter_id, bound_at)
      select user_id, inviter_id, bound_at from participant where inviter_id is not null order by user_id`.execute(db);
    await sql`insert into chain_event
        (seq, kind, block_number, block_hash, block_at, tx_hash, log_index, payload, indexed_at)
      select n, 'deposited', n, '0x' || lpad(to_hex(n), 64, '0'), at, '0x' || lpad(to_hex(n), 64, '0'), 0, '{}', at
      from generate_series(1, ${users + 5_000}::int) n,
        lateral (select case when n <= ${users}::int then now() - interval '1 day' * ${days}::int
          else now() - interval '1 hour' * (n - ${users}::int) end) t (at)`.execute(db);
    await sql`insert into recharge
        (seq, user_id, currency, amount, block_number, block_at, tx_hash, gas_fee, credited_at)
      select seq, case when seq <= ${users}::int then seq else ${WALLETS.whale}::int end, 0,
        ${rechargedUnits(users)}::numeric * 1000000000000, block_number, block_at, tx_hash, 21000000000000, block_at
      from chain_event where seq <= ${users + 5_000}::int`.execute(db);
  });
  await sql`select setval(pg_get_serial_sequence('app_user', 'id'), ${users}::int)`.execute(db);
}

/**
 * Recharge of the vault's event `seq`: the whale's first is 100 million JU and the next ones 1 each, everyone else's
 * 1,000.
 */
export function rechargedUnits(users: number) {
  return sql`(case when seq = ${WALLETS.whale}::int then 100000000 when seq <= ${users}::int then 1000
    else 1 end::bigint * 1000000)`;
}
