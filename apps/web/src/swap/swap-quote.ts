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

/** What a swap exchanges at the pool's reserves; amounts in base units. */
export type SwapQuote = {
  readonly sell: Currency;
  readonly buy: Currency;
  /** The amount that is exact; the other one moves with the pool, as far as `bound`. */
  readonly exact: SwapSide;
  readonly sold: bigint;
  readonly received: bigint;
  /** With `sold` exact the least to receive, with `received` exact the most to sell. */
  readonly bound: bigint;
  readonly limitBps: number;
  /** In the currency that is sold. */
  readonly fee: bigint;
  readonly impactBps: number;
};

/** `too-small`: the pool pays nothing for it; `too-large`: the pool does not hold that much. */
export type QuoteResult =
  | { readonly kind: 'quote'; readonly quote: SwapQuote }
  | { readonly kind: 'too-small' }
  | { readonly kind: 'too-large' };

/** Returns the currency that is received for this one. */
export function otherCurrency(currency: Currency): Currency {
  return currency === 'JU' ? 'FMC' : 'JU';
}

/** Returns what a swap exchanges at these reserves, or why it is none. */
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

/** Returns the most that the wallet has to pay for a swap, in base units of the currency that is sold. */
export function mostToPay({ exact, sold, bound }: SwapQuote): bigint {
  return exact === 'sold' ? sold : bound;
}

/** Returns the pool afterwards. */
export function poolAfter({ sell, sold, received }: SwapQuote, pool: Pool): Pool {
  return sell === 'FMC'
    ? { ...pool, fmc: pool.fmc + sold, ju: pool.ju - received }
    : { ...pool, ju: pool.ju + sold, fmc: pool.fmc - received };
}

/** Base units of the last of four decimals. */
const SHOWN_UNIT = 10n ** 14n;

/** Returns an amount that is not exceeded, in whole units with four decimals, rounded up. */
export function shownAtMost(units: bigint): string {
  return displayDecimal(formatAmount(divide(units, { by: SHOWN_UNIT, rounding: 'up' }) * SHOWN_UNIT));
}
