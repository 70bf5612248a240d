import { CURRENCIES } from '@city-mint/domain/ledger/currencies';
import type { Database } from '#platform/database/database.ts';
import type { SwapRow } from '../swap-row.ts';

const ROWS_AT_ONCE = 2_000;

/** Keeps final swaps; one that is kept already stays as it is. */
export async function recordSwaps(tx: Database, swaps: readonly SwapRow[]): Promise<void> {
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
  for (let from = 0; from < values.length; from += ROWS_AT_ONCE) {
    await tx
      .insertInto('swap')
      .values(values.slice(from, from + ROWS_AT_ONCE))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}
