import { formatAmount, parseAmount } from '@city-mint/domain/money/amount-text';
import type { Currency } from '#assets/assets-search.ts';
import { type AmountProblem, checkAmountText } from '#ui/amount-problem.ts';
import { type SwapMarket, sellable } from './pool.ts';
import { mostToPay, type QuoteResult, quoteSwap, type SwapQuote, type SwapSide } from './swap-quote.ts';

/** The user's input. */
export type SwapInput = {
  readonly sell: Currency;
  readonly side: SwapSide;
  readonly text: string;
  readonly limitBps: number;
};

/** The problem of a swap, at its field; the pool's own limits are reported at the field that the user filled in. */
export type SwapProblem =
  | { readonly side: SwapSide; readonly kind: 'amount'; readonly problem: AmountProblem }
  | { readonly side: SwapSide; readonly kind: Exclude<QuoteResult['kind'], 'quote'> };

/** The state of the swap form. */
export type SwapStatus =
  | { readonly kind: 'loading' }
  /** The chain cannot be read. */
  | { readonly kind: 'unreachable' }
  /** The exchange has no pool of JU and FMC with both in it. */
  | { readonly kind: 'no-pool' }
  | {
      readonly kind: 'open';
      readonly quote: SwapQuote | null;
      readonly problem: SwapProblem | null;
      /** The amount that the wallet can sell, exact; null without a wallet. */
      readonly available: string | null;
      /** The reserves are from an earlier read, because the last one failed. */
      readonly isStale: boolean;
    };

type Market = { readonly data: SwapMarket | undefined; readonly hasFailed: boolean };

/** Returns the status of the swap form, with the quote for the input at the pool's reserves. */
export function swapStatus(input: SwapInput, { data, hasFailed }: Market): SwapStatus {
  if (data === undefined) return { kind: hasFailed ? 'unreachable' : 'loading' };
  const { pool, funds } = data;
  if (pool === null) return { kind: 'no-pool' };
  const { sell, side, text, limitBps } = input;
  const available = funds === null ? null : formatAmount(sellable(funds, sell));
  const open = { kind: 'open', available, isStale: hasFailed } as const;
  const refused = checkAmountText(text, side === 'sold' && available !== null ? { available } : {});
  const parsed = parseAmount(text.trim());
  // Amounts above the balance are quoted too, since the price is of interest before the user has the money.
  if (!parsed.ok || (refused !== null && refused.code !== 'amount-over-available')) {
    return { ...open, quote: null, problem: refused === null ? null : { side, kind: 'amount', problem: refused } };
  }
  const result = quoteSwap({ sell, side, amount: parsed.amount, limitBps }, pool);
  if (result.kind !== 'quote') return { ...open, quote: null, problem: { side, kind: result.kind } };
  const { quote } = result;
  const short = funds !== null && mostToPay(quote) > sellable(funds, sell);
  if (!short) return { ...open, quote, problem: null };
  const problem = { code: 'amount-over-available', limit: available } as const;
  return { ...open, quote, problem: { side: 'sold', kind: 'amount', problem } };
}
