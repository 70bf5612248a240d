import type { Selectable } from 'kysely';
import type { Database } from '#platform/database/database.ts';
import type { Swap } from '#platform/database/generated/db.ts';

type SwapPage = {
  readonly account: string;
  readonly swapId?: string | undefined;
  readonly before: bigint | null;
  readonly limit: number;
};

/**
 * Returns an account's swaps, newest first, those with an id below `before` (null = from the newest on), or of them
 * only the one with the id `swapId`.
 */
export async function listSwaps(db: Database, page: SwapPage): Promise<Selectable<Swap>[]> {
  const { account, swapId, before, limit } = page;
  return db
    .selectFrom('swap')
    .selectAll()
    .where('account', '=', account)
    .$if(before !== null, (query) => query.where('id', '<', before ?? 0n))
    .$if(swapId !== undefined, (query) => query.where('id', '=', BigInt(swapId ?? 0)))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}
