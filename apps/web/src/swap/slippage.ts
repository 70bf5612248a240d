import { readTypedAmount } from '@city-mint/domain/money/typed-amount';
import { exactAmount } from '#platform/i18n/amount-text.ts';

/** The offered slippage limits, in basis points. */
export const SLIPPAGE_CHOICES = [10, 50, 100, 500] as const;
export const DEFAULT_SLIPPAGE_BPS = 50;

const HIGHEST_BPS = 5_000;
/** Outside these limits a swap often fails, or can be front-run. */
const USUAL = { lowest: 10, highest: 500 } as const;

export type SlippageProblem = 'missing' | 'format' | 'range';

/** `unlikely`: the swap probably fails; `exposed`: others can worsen its price by that much. */
export type SlippageWarning = 'unlikely' | 'exposed';

/** Returns a limit entered as percent with at most two decimals, in basis points, or the problem of the entry. */
export function parseSlippage(text: string): { readonly bps: number } | { readonly problem: SlippageProblem } {
  const read = readTypedAmount(text.replace('％', '%'), { language: 'en', unit: '%' });
  if (read.kind === 'empty') return { problem: 'missing' };
  const percent = read.kind === 'amount' ? read.decimal : '';
  const [, whole = '', fraction = ''] = /^(\d{1,3})(?:\.(\d{1,2}))?$/.exec(percent) ?? [];
  if (whole === '') return { problem: 'format' };
  const bps = Number(whole) * 100 + Number(fraction.padEnd(2, '0'));
  return bps === 0 || bps > HIGHEST_BPS ? { problem: 'range' } : { bps };
}

/** Returns the warning for a limit; null for a usual one. */
export function slippageWarning(bps: number): SlippageWarning | null {
  if (bps < USUAL.lowest) return 'unlikely';
  return bps > USUAL.highest ? 'exposed' : null;
}

/** Returns basis points as percent without trailing zeros, as the page's language writes it: 50 → "0.5". */
export function percentText(bps: number): string {
  return exactAmount(String(bps / 100));
}
