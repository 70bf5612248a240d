import { CURRENCIES } from '@city-mint/domain/ledger/currencies';
import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';

/** The latest trees of each currency whose leaves are stored in any case. */
const STORED_TREES = 2;

/**
 * Deletes the leaves of trees that no one needs any more, in a transaction. Those of the two latest trees of a currency
 * stay, of the newest anchored one, which pays at an exit, and of those whose transaction may still anchor them. No
 * other root can be anchored afterwards: it becomes superseded, since no one could redeem with it.
 */
export async function deleteOldLeaves(tx: Database): Promise<void> {
  for (const currency of Object.values(CURRENCIES)) {
    const latest = sql`select id from liabilities_tree where currency = ${currency}::int
      order by id desc limit ${STORED_TREES}::int`;
    await sql`update anchor set state = 'superseded' where kind = 'liabilities' and currency = ${currency}::int
      and state = 'waiting' and subject not in (${latest})`.execute(tx);
    await sql`delete from liabilities_chunk where tree_id in (
      select t.id from liabilities_tree t join liabilities_chunk c on c.tree_id = t.id and c.chunk = 0
      where t.currency = ${currency}::int and t.id not in (${latest})
        and t.id is distinct from (select subject from anchor where kind = 'liabilities' and state = 'final'
          and currency = ${currency}::int order by id desc limit 1)
        and not exists (select from anchor where kind = 'liabilities' and subject = t.id and state = 'sent'))`.execute(
      tx,
    );
  }
}
