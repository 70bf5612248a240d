import type { Selectable } from 'kysely';
import type { Database } from '#platform/database/database.ts';
import type { Swap } from '#platform/database/generated/db.ts';

/** Returns an account's swaps, newest first, those with an id below `before` (null = from the newest on). */
export async function listSwaps(
  db: Database,
  page: { readonly account: string; readonly before: bigint | null; readonly limit: number },
): Promise<Selectable<Swap>[]> {
  const { account, before, limit } = page;
  return db
    .selectFrom('swap')
    .selectAll()
    .where('account', '=', account)
    .$if(before !== null, (query) => query.where('id', '<', before ?? 0n))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}
