import type { Database } from '#platform/database/database.ts';

type Page = { readonly account: string; readonly before: bigint | null; readonly limit: number };

/** An account's swaps, newest first, all that come after the one with the id `before`. */
export async function listSwaps(db: Database, { account, before, limit }: Page) {
  return db
    .selectFrom('swap')
    .selectAll()
    .where('account', '=', account)
    .$if(before !== null, (query) => query.where('id', '<', before ?? 0n))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}
