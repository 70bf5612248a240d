import { CURRENCIES, type Currency } from '@city-mint/domain/ledger/currencies';
import type { Address } from 'viem';
import type { ChainLog } from '#platform/chain/read-logs.ts';
import type { Database } from '#platform/database/database.ts';

/** A swap in a final block; amounts in base units. */
export type FinalSwap = {
  readonly account: Address;
  readonly soldCurrency: Currency;
  readonly sold: bigint;
  readonly received: bigint;
  /** As the call of the router says; null where it names none. */
  readonly minimumReceived: bigint | null;
  readonly log: ChainLog;
};

/** Rows of one INSERT at most, below PostgreSQL's limit of parameters. */
const ROWS_PER_INSERT = 2_000;

/** Inserts final swaps; one that was inserted before stays as it is. */
export async function recordSwaps(tx: Database, swaps: readonly FinalSwap[]): Promise<void> {
  const values = swaps.map(({ log, account, soldCurrency, sold, received, minimumReceived }) => ({
    account,
    sold_currency: CURRENCIES[soldCurrency],
    sold,
    received,
    minimum_received: minimumReceived,
    gas_fee: log.gasFee,
    block_number: log.blockNumber,
    block_hash: log.blockHash,
    block_at: log.blockAt,
    tx_hash: log.txHash,
    log_index: log.logIndex,
  }));
  for (let from = 0; from < values.length; from += ROWS_PER_INSERT) {
    await tx
      .insertInto('swap')
      .values(values.slice(from, from + ROWS_PER_INSERT))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}
