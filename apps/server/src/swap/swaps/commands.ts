import { CURRENCIES, type Currency } from '@city-mint/domain/ledger/currencies';
import type { SwapBounds } from '@city-mint/domain/swap/swap-figures';
import { sql } from 'kysely';
import type { Address, Hex } from 'viem';
import type { Database } from '#platform/database/database.ts';

/** A swap in a block; amounts in base units. */
export type PoolSwap = SwapBounds & {
  readonly outcome: 'swapped' | 'reverted';
  readonly txHash: Hex;
  /** Its index among the pool's swaps in its transaction, from 0. */
  readonly position: number;
  readonly blockNumber: bigint;
  readonly blockHash: Hex;
  readonly blockAt: Date;
  readonly account: Address;
  readonly pool: Address;
  readonly soldCurrency: Currency;
  /** For a reverted swap the maximum that it was to sell, and the minimum that it was to receive. */
  readonly sold: bigint;
  readonly received: bigint;
  /** The account's fee for the transaction; null when another wallet paid it. */
  readonly gasFee: bigint | null;
};

/** Inserts swaps of final blocks, or marks pending ones as final; an existing final swap stays unchanged. */
export async function recordFinalSwaps(tx: Database, swaps: readonly PoolSwap[]): Promise<void> {
  await upsertSwaps(tx, { swaps, isFinal: true });
}

/**
 * Replaces the pool's swaps of blocks that are not final by these; null deletes only those up to the final block,
 * because they are not in the chain. A swap that is in another block now keeps its id.
 */
export async function replacePendingSwaps(
  tx: Database,
  { swaps, finalNumber }: { readonly swaps: readonly PoolSwap[] | null; readonly finalNumber: bigint },
): Promise<void> {
  const seen = swaps ?? [];
  await sql`
    delete from swap where not is_final and outcome = 'swapped'
      and (${swaps !== null} or block_number <= ${finalNumber.toString()}::bigint)
      and (tx_hash, position) not in (select * from unnest(${seen.map(({ txHash }) => txHash)}::text[],
        ${seen.map(({ position }) => position)}::int[]))`.execute(tx);
  await upsertSwaps(tx, { swaps: seen, isFinal: false });
}

/** Inserts or updates the record of a reverted transaction in a block. */
export async function recordRevertedSwap(tx: Database, swap: PoolSwap, isFinal: boolean): Promise<void> {
  await upsertSwaps(tx, { swaps: [swap], isFinal });
}

/** Deletes the record of an account's reverted transaction, unless it is final. */
export async function deleteRevertedSwap(
  tx: Database,
  { account, txHash }: { readonly account: string; readonly txHash: string },
): Promise<void> {
  await tx
    .deleteFrom('swap')
    .where('tx_hash', '=', txHash)
    .where('account', '=', account)
    .where('outcome', '=', 'reverted')
    .where('is_final', '=', false)
    .execute();
}

async function upsertSwaps(
  tx: Database,
  { swaps, isFinal }: { readonly swaps: readonly PoolSwap[]; readonly isFinal: boolean },
): Promise<void> {
  if (swaps.length === 0) return;
  const texts = (amountOf: (swap: PoolSwap) => bigint | null) =>
    swaps.map((swap) => amountOf(swap)?.toString() ?? null);
  await sql`
    insert into swap (is_final, tx_hash, position, block_number, block_hash, block_at, outcome, account, pool,
      sold_currency, sold, received, minimum_received, maximum_sold, gas_fee)
    select ${isFinal}, * from unnest(
      ${swaps.map(({ txHash }) => txHash)}::text[], ${swaps.map(({ position }) => position)}::int[],
      ${texts(({ blockNumber }) => blockNumber)}::bigint[], ${swaps.map(({ blockHash }) => blockHash)}::text[],
      ${swaps.map(({ blockAt }) => blockAt)}::timestamptz[], ${swaps.map(({ outcome }) => outcome)}::text[],
      ${swaps.map(({ account }) => account)}::text[], ${swaps.map(({ pool }) => pool)}::text[],
      ${swaps.map(({ soldCurrency }) => CURRENCIES[soldCurrency])}::smallint[],
      ${texts(({ sold }) => sold)}::numeric[], ${texts(({ received }) => received)}::numeric[],
      ${texts(({ minimumReceived }) => minimumReceived)}::numeric[],
      ${texts(({ maximumSold }) => maximumSold)}::numeric[], ${texts(({ gasFee }) => gasFee)}::numeric[])
    on conflict (tx_hash, position) do update set is_final = excluded.is_final,
      block_number = excluded.block_number, block_hash = excluded.block_hash, block_at = excluded.block_at,
      outcome = excluded.outcome, account = excluded.account, pool = excluded.pool,
      sold_currency = excluded.sold_currency, sold = excluded.sold, received = excluded.received,
      minimum_received = excluded.minimum_received, maximum_sold = excluded.maximum_sold, gas_fee = excluded.gas_fee
    where not swap.is_final`.execute(tx);
}
