import type { Database } from '@city-mint/server/platform/database/database';
import { sql } from 'kysely';
import { OPERATOR } from '../reads/world-size.ts';

/** Adds a payout for each withdrawal that waits for no approval, from both sources, every tenth to the whale. */
export async function makePayouts(db: Database): Promise<void> {
  await sql`insert into operator_payout
      (withdrawal_id, source, recipient, amount, purpose, document_hash, proposed_by, approved_by, paid_at)
    select id, case when id % 3 = 0 then 'treasury' else 'launch-costs' end,
      case when id % 10 = 0 then (select address from app_user where id = 1) else account end, amount, 'made',
      '0x' || repeat('a', 64), ${OPERATOR}, '0x' || repeat('1', 40), requested_at
    from withdrawal
    where state <> 'requested' and id not in (select withdrawal_id from operator_payout) order by id`.execute(db);
}

/** Adds granted node types and levels, of one user in ten the whale's. */
export async function makeTeamGrants(db: Database, rows: number): Promise<void> {
  await sql`insert into team_grant (user_id, node_type, reward_level, reason, granted_at, applied)
    select case when n % 10 = 0 then 1 else 2 + n % 9000 end, case when n % 3 > 0 then n % 5 end,
      case when n % 3 < 2 then n % 6 end, 'made', now() - interval '1 year' * (1 - n::float8 / ${rows}::int), true
    from generate_series(1, ${rows}::int) n`.execute(db);
}

/** Adds trees of liabilities, of both currencies in turn. */
export async function makeTrees(db: Database, rows: number): Promise<void> {
  await sql`insert into liabilities_tree
      (currency, root, total, deposited, withdrawn, leaves, entry, block_number, vault_balance, secret, made_at)
    select n % 2, sha256(n::text::bytea), n, n, 0, 40000, n, n, n, sha256(n::text::bytea),
      now() - interval '1 year' * (1 - n::float8 / ${rows}::int)
    from generate_series(1, ${rows}::int) n`.execute(db);
}

/** Adds roots of settlements, of trees and of the journal; the newest are under way, few have failed. */
export async function makeAnchors(db: Database, rows: number): Promise<void> {
  await sql`insert into anchor (kind, subject, root, currency, total, deposited, withdrawn, as_of_block,
      state, sender, nonce, tx_hash, block_number, block_hash, last_error, made_at, final_at)
    select kind, n, sha256(n::text::bytea), case when kind = 'liabilities' then n % 2 end,
      case when kind = 'liabilities' then n end, case when kind = 'liabilities' then n end,
      case when kind = 'liabilities' then 0 end, case when kind = 'liabilities' then n end, state,
      case when state <> 'waiting' then '0x' || repeat('1', 40) end, case when state <> 'waiting' then n end,
      case when state <> 'waiting' then '0x' || lpad(to_hex(n), 64, '0') end, case when state = 'final' then n end,
      case when state = 'final' then '0x' || lpad(to_hex(n), 64, '0') end, case when state = 'waiting' then 'made' end,
      at, case when state = 'final' then at + interval '1 minute' end
    from (
      select n, (array['settlement', 'settlement', 'liabilities', 'journal'])[1 + n % 4] as kind,
        case when n > ${rows}::int - 40 then (array['sent', 'waiting'])[1 + n % 2]
          when n % 4 = 2 and n % 100 = 2 then 'superseded' else 'final' end as state,
        now() - interval '1 year' * (1 - n::float8 / ${rows}::int) as at
      from generate_series(1, ${rows}::int) n
      where not exists (select from anchor where subject = n)
    ) made`.execute(db);
  // Those subjects that the world's own roots have left too few.
  await sql`insert into anchor (kind, subject, root, state, tx_hash, block_number, final_at)
    select 'settlement', ${rows}::int + n, sha256(n::text::bytea), 'final', '0x' || lpad(to_hex(n), 64, '0'), n, now()
    from generate_series(1, ${rows}::int - (select count(*)::int from anchor)) n`.execute(db);
}

/** Adds entries of the journal, which seal all transfers; no audit would believe their hashes. */
export async function makeJournal(db: Database, rows: number): Promise<void> {
  await sql`with sealed as (
      select coalesce(max(number), 0) as number, coalesce(max(last_id), 0) as last_id from ledger_journal
    ), span as (
      select sealed.*, greatest((select max(id) from ledger_transfer) - last_id, ${rows}::bigint - number) as ids
      from sealed
    ), entry as (
      select n, last_id + ids * (n - number - 1) / (${rows}::bigint - number) + 1 as first_id,
        last_id + ids * (n - number) / (${rows}::bigint - number) as last_id
      from span, generate_series(number + 1, ${rows}::bigint) n
    )
    insert into ledger_journal (number, first_id, last_id, transfers, digests, salt, content, hash, sealed_at)
    select n, first_id, last_id, last_id - first_id + 1,
      decode(repeat(md5(n::text), (last_id - first_id + 1)::int), 'hex'), decode(md5(n::text), 'hex'),
      sha256(n::text::bytea), sha256(n::text::bytea),
      now() - interval '1 year' * (1 - n::float8 / ${rows}::bigint)
    from entry`.execute(db);
  await sql`update ledger_journal_head set number = newest.number, hash = newest.hash, last_id = newest.last_id
    from (select number, hash, last_id from ledger_journal order by number desc limit 1) newest`.execute(db);
}
