import type { swapEndpoints } from '@city-mint/api-contract/swap/endpoints';
import { CURRENCIES } from '@city-mint/domain/ledger/currencies';
import { formatAmount } from '@city-mint/domain/money/amount-text';
import { poolFee, slippageLimitBps } from '@city-mint/domain/swap/swap-figures';
import type { Database } from '#platform/database/database.ts';
import type { Handlers } from '#platform/http/handler.ts';
import { readPageById } from '#platform/paging.ts';
import { readPriceSeries } from './prices/queries.ts';
import { listSwaps } from './queries.ts';

/** Returns the handlers of the endpoints of swaps. */
export function swapRoutes({ db }: { readonly db: Database }): Handlers<keyof typeof swapEndpoints> {
  return {
    async 'POST /api/app/price'({ range }) {
      return { data: await readPriceSeries(db, range) };
    },
    async 'POST /api/app/user/swapLog'({ swapId, cursor, limit }, { participant }) {
      const page = await readPageById(
        { cursor, limit },
        { read: (range) => listSwaps(db, { account: participant.address, swapId, ...range }), idOf: ({ id }) => id },
      );
      return 'refusal' in page ? page : { data: { ...page, items: page.items.map(toWire) } };
    },
  };
}

function toWire(row: Awaited<ReturnType<typeof listSwaps>>[number]) {
  const [sold, received] = row.sold_currency === CURRENCIES.JU ? (['JU', 'FMC'] as const) : (['FMC', 'JU'] as const);
  const minimum = row.minimum_received;
  return {
    swapId: row.id.toString(),
    sold: { currency: sold, amount: formatAmount(row.sold) },
    received: { currency: received, amount: formatAmount(row.received) },
    minimumReceived: minimum === null ? null : formatAmount(minimum),
    slippageLimitBps: minimum === null ? null : slippageLimitBps({ received: row.received, minimum }),
    fee: { currency: sold, amount: formatAmount(poolFee(row.sold)) },
    gasFee: row.gas_fee === null ? null : formatAmount(row.gas_fee),
    txHash: row.tx_hash,
    blockHeight: row.block_number.toString(),
    at: row.block_at.getTime(),
    status: 'completed' as const,
  };
}
