import { formatAmount } from '@city-mint/domain/money/amount-text';
import { displayDecimal } from '@city-mint/domain/money/display-decimal';
import { divide } from '@city-mint/domain/money/division';
import {
  amountReceived,
  amountSold,
  leastReceived,
  mostSold,
  priceImpactBps,
  type Reserves,
} from '@city-mint/domain/swap/quote';
import { poolFee } from '@city-mint/domain/swap/swap-figures';
import type { Currency } from '#assets/assets-search.ts';
import type { Pool } from './pool.ts';

/** The field that the user fills in; the other one follows from the pool. */
export type SwapSide = 'sold' | 'received';

export type SwapRequest = {
  readonly sell: Currency;
  readonly side: SwapSide;
  /** Base units, above zero. */
  readonly amount: bigint;
  readonly limitBps: number;
};

/** The result of a swap at the pool's reserves; amounts in base units. */
export type SwapQuote = {
  readonly sell: Currency;
  readonly buy: Currency;
  /** The exact amount; the other one moves with the pool, up to `bound`. */
  readonly exact: SwapSide;
  readonly sold: bigint;
  readonly received: bigint;
  /** If `sold` is exact, the minimum to receive; if `received` is exact, the maximum to sell. */
  readonly bound: bigint;
  readonly limitBps: number;
  /** In the sold currency. */
  readonly fee: bigint;
  readonly impactBps: number;
};

/** `too-small`: the pool pays nothing for it; `too-large`: the pool has less than that. */
export type QuoteResult =
  | { readonly kind: 'quote'; readonly quote: SwapQuote }
  | { readonly kind: 'too-small' }
  | { readonly kind: 'too-large' };

/** Returns the currency received for this one. */
export function otherCurrency(currency: Currency): Currency {
  return currency === 'JU' ? 'FMC' : 'JU';
}

/** Returns the quote of a swap at these reserves, or the reason why there is none. */
export function quoteSwap({ sell, side, amount, limitBps }: SwapRequest, pool: Pool): QuoteResult {
  const reserves: Reserves =
    sell === 'FMC' ? { sold: pool.fmc, received: pool.ju } : { sold: pool.ju, received: pool.fmc };
  const sold = side === 'sold' ? amount : amountSold(amount, reserves);
  if (sold === null) return { kind: 'too-large' };
  const received = side === 'sold' ? amountReceived(amount, reserves) : amount;
  if (received === null || received === 0n) return { kind: 'too-small' };
  return {
    kind: 'quote',
    quote: {
      sell,
      buy: otherCurrency(sell),
      exact: side,
      sold,
      received,
      bound: side === 'sold' ? leastReceived(received, limitBps) : mostSold(sold, limitBps),
      limitBps,
      fee: poolFee(sold),
      impactBps: priceImpactBps({ sold, received }, reserves),
    },
  };
}

/** Returns the maximum that the wallet has to pay for a swap, in base units of the sold currency. */
export function mostToPay({ exact, sold, bound }: SwapQuote): bigint {
  return exact === 'sold' ? sold : bound;
}

/** Returns the pool after the swap. */
export function poolAfter({ sell, sold, received }: SwapQuote, pool: Pool): Pool {
  return sell === 'FMC'
    ? { ...pool, fmc: pool.fmc + sold, ju: pool.ju - received }
    : { ...pool, ju: pool.ju + sold, fmc: pool.fmc - received };
}

/** Base units of the fourth decimal. */
const SHOWN_UNIT = 10n ** 14n;

/** Returns an upper bound for display, in whole units with four decimals, rounded up. */
export function shownAtMost(units: bigint): string {
  return displayDecimal(formatAmount(divide(units, { by: SHOWN_UNIT, rounding: 'up' }) * SHOWN_UNIT));
}
