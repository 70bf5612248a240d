import { sql } from 'kysely';

/** What each user has in accounts of his own, as rows (user_id, ju, fmc) in base units, for one statement over everybody. */
export const heldByUsers = sql`
  select ledger_account_owner(id) as user_id,
    case when ledger_account_currency(id) = 0 then balance else 0 end as ju,
    case when ledger_account_currency(id) = 1 then balance else 0 end as fmc
  from ledger_account where ledger_account_kind(id) in (1, 2) and balance > 0`;
