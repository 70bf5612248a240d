import type { Database } from '@city-mint/server/platform/database/database';
import { sql } from 'kysely';
import { withoutIndexes } from '../reads/bulk.ts';

/** Orders of a large round whose hash power is not claimed yet. */
const UNCLAIMED = 200;

/** Adds a round that failed and ended just now, with so many orders, the first tenth of them of auto-mint. */
export async function makeLargeRound(db: Database, orders: number): Promise<void> {
  await sql`create temporary table made as
    select r.*, r.id as of_round, (select max(id) from round) + 1 as new_id from round r
    join round_settlement s on s.round_id = r.id
    where r.state = 'ended' and s.outcome = 'failed' order by r.id desc limit 1`.execute(db);
  await sql`update made set id = new_id, number = number + 1000000, order_count = ${orders}::int,
    first_order_id = (select max(id) from mint_order) + 1, opens_at = now() - interval '3 hours',
    closes_at = now() - interval '2 hours', last_joined_at = now() - interval '2 hours'`.execute(db);
  await sql`set session_replication_role = replica`.execute(db);
  const { rows: columns } = await sql<{ name: string }>`
    select attname as name from pg_attribute
    where attrelid = 'round'::regclass and attnum > 0 and not attisdropped and attgenerated = ''`.execute(db);
  const names = sql.join(columns.map(({ name }) => sql.ref(name)));
  await sql`insert into round (${names}) overriding system value select ${names} from made`.execute(db);
  await sql`insert into round_terms (round_id, terms, terms_hash)
    select new_id, terms, '0x' || repeat('e', 64) from made join round_terms on round_id = of_round`.execute(db);
  await sql`insert into round_transition (round_id, state, at)
    select new_id, t.state, now() - interval '2 hours'
    from made join round_transition t on t.round_id = of_round`.execute(db);
  await sql`insert into round_settlement (round_id, outcome, settled_at, order_count, amount, reserve_balance,
      reserve_cap, emission_remaining, totals, file_due_at, of_city)
    select new_id, outcome, now() - interval '1 hour', ${orders}::int, amount, reserve_balance, reserve_cap,
      emission_remaining, totals, null, of_city from made join round_settlement on round_id = of_round`.execute(db);
  await sql`insert into auto_mint_opening (round_id, last_position, joined) select new_id, 0, ${orders}::int / 10
    from made`.execute(db);
  await withoutIndexes(db, ['mint_order', 'order_settlement'], async () => {
    await sql`insert into mint_order (id, round_id, user_id, rank, automatic, asked, accepted, request_id, joined_at,
        late)
      overriding system value
      select first_order_id + n - 1, new_id, 3 + n % 9000, n, n <= ${orders}::int / 10, 10 ^ 19, 10 ^ 19,
        gen_random_uuid(), opens_at + interval '1 minute', false
      from made, generate_series(1, ${orders}::int) n`.execute(db);
    await sql`insert into order_settlement (order_id, round_id, user_id, rank, amount, late, refund, loss, compensation,
        hash_power, is_claimed)
      select first_order_id + n - 1, new_id, 3 + n % 9000, n, 10 ^ 19, false, 97 * 10 ^ 17, 3 * 10 ^ 17, 10 ^ 17,
        4 * 10 ^ 17, n % (${orders}::int / ${UNCLAIMED}::int) <> 0
      from made, generate_series(1, ${orders}::int) n`.execute(db);
    await sql`insert into hash_power_claim (order_id, user_id, round_id, hash_power)
      select first_order_id + n - 1, 3 + n % 9000, new_id, 4 * 10 ^ 17
      from made, generate_series(1, ${orders}::int) n
      where n % (${orders}::int / ${UNCLAIMED}::int) <> 0`.execute(db);
  });
  await sql`drop table made`.execute(db);
}
