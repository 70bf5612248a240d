import type { swapEndpoints } from '@city-mint/api-contract/swap/endpoints';
import { CURRENCIES } from '@city-mint/domain/ledger/currencies';
import { formatAmount } from '@city-mint/domain/money/amount-text';
import { poolFee, swapPrice } from '@city-mint/domain/swap/swap-figures';
import { type ChainHeight, countConfirmations, readChainHeight } from '#platform/chain/chain-height.ts';
import type { Database } from '#platform/database/database.ts';
import type { Handlers } from '#platform/http/handler.ts';
import { readPage } from '#platform/paging.ts';
import { SWAP_SOURCE } from './pool-event.ts';
import { readPriceSeries } from './prices/queries.ts';
import { MOST_REPORTS_A_DAY, reportSwap } from './reports/commands.ts';
import { type ListedSwap, listSwaps, SWAP_KEY } from './swaps/queries.ts';

/** Returns the handlers of the endpoints of swaps. */
export function swapRoutes({ db }: { readonly db: Database }): Handlers<keyof typeof swapEndpoints> {
  return {
    async 'POST /api/app/price'({ range }) {
      return { data: await readPriceSeries(db, range) };
    },
    async 'POST /api/app/user/swapLog'({ swapId, txHash, cursor, limit }, { participant }) {
      const wanted = { account: participant.address, swapId, txHash };
      const height = await readChainHeight(db, SWAP_SOURCE);
      const page = await readPage(
        { cursor, limit },
        {
          format: SWAP_KEY,
          read: (range) => listSwaps(db, { ...wanted, ...range }),
          keyOf: (row) => ({ blockNumber: row.block_number, id: row.id }),
        },
      );
      return 'refusal' in page ? page : { data: { ...page, items: page.items.map((row) => toWire(row, height)) } };
    },
    async 'POST /api/app/user/swapSent'({ txHash, slippageLimitBps }, { participant }) {
      const { address: account, token } = participant;
      const report = await reportSwap(db, { account, token, txHash, limitBps: slippageLimitBps });
      if (report.result === 'stored') return { data: { txHash, slippageLimitBps: report.limitBps } };
      const details = { limit: String(MOST_REPORTS_A_DAY), retryAfterSeconds: String(report.retryAfterSeconds) };
      return { refusal: 'too-many-requests', details };
    },
  };
}

function toWire(row: ListedSwap, height: ChainHeight | undefined) {
  const [sold, received] = row.sold_currency === CURRENCIES.JU ? (['JU', 'FMC'] as const) : (['FMC', 'JU'] as const);
  const [ju, fmc] = sold === 'JU' ? [row.sold, row.received] : [row.received, row.sold];
  const hasFailed = row.outcome === 'reverted';
  const needed = height?.confirmationsNeeded ?? 1;
  const counted = height === undefined ? 0 : countConfirmations(row.block_number, height);
  return {
    swapId: row.id.toString(),
    status: hasFailed ? ('failed' as const) : row.is_final ? ('completed' as const) : ('in-progress' as const),
    sold: { currency: sold, amount: formatAmount(row.sold) },
    received: { currency: received, amount: formatAmount(row.received) },
    minimumReceived: formatOrNull(row.minimum_received),
    maximumSold: formatOrNull(row.maximum_sold),
    slippageLimitBps: row.limit_bps,
    price: hasFailed ? null : formatAmount(swapPrice({ ju, fmc })),
    fee: hasFailed ? null : { currency: sold, amount: formatAmount(poolFee(row.sold)) },
    gasFee: formatOrNull(row.gas_fee),
    txHash: row.tx_hash,
    pool: row.pool,
    blockHeight: row.block_number.toString(),
    at: row.block_at.getTime(),
    confirmations: row.is_final ? needed : counted,
    confirmationsNeeded: needed,
  };
}

function formatOrNull(amount: bigint | null): string | null {
  return amount === null ? null : formatAmount(amount);
}
