import type { Selectable } from 'kysely';
import type { Database } from '#platform/database/database.ts';
import type { Swap } from '#platform/database/generated/db.ts';
import type { KeyFormat } from '#platform/paging.ts';

/** Swaps are sorted by their block, then by id. */
export type SwapKey = { readonly blockNumber: bigint; readonly id: bigint };

/** How a cursor encodes a position in the list of swaps. */
export const SWAP_KEY: KeyFormat<SwapKey> = {
  toNumbers: ({ blockNumber, id }) => [blockNumber, id],
  fromNumbers: ([blockNumber, id, ...more]) =>
    blockNumber === undefined || id === undefined || more.length > 0 ? undefined : { blockNumber, id },
};

type SwapPage = {
  readonly account: string;
  /** Only the swap with this id, or those of this transaction. */
  readonly swapId?: string | undefined;
  readonly txHash?: string | undefined;
  readonly after: SwapKey | null;
  readonly limit: number;
};

/** A swap with the slippage limit that its own account reported for it. */
export type ListedSwap = Selectable<Swap> & { readonly limit_bps: number | null };

/** Returns an account's swaps, newest block first, after a position (null = from the newest). */
export async function listSwaps(db: Database, page: SwapPage): Promise<ListedSwap[]> {
  const { account, swapId, txHash, after, limit } = page;
  return db
    .selectFrom('swap as s')
    .leftJoin('swap_report as r', (join) =>
      join.onRef('r.account', '=', 's.account').onRef('r.tx_hash', '=', 's.tx_hash'),
    )
    .selectAll('s')
    .select('r.limit_bps')
    .where('s.account', '=', account)
    .$if(after !== null, (query) =>
      query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('s.block_number', 's.id'), '<', tuple(after?.blockNumber ?? 0n, after?.id ?? 0n)),
      ),
    )
    .$if(swapId !== undefined, (query) => query.where('s.id', '=', BigInt(swapId ?? 0)))
    .$if(txHash !== undefined, (query) => query.where('s.tx_hash', '=', txHash ?? ''))
    .orderBy('s.block_number', 'desc')
    .orderBy('s.id', 'desc')
    .limit(limit)
    .execute();
}
