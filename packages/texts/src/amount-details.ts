import type { RefusalDetails } from '@city-mint/api-contract/envelope';
import type { Language } from '@city-mint/domain/languages';
import type { Rounding } from '@city-mint/domain/money/division';
import { shownLimit } from '@city-mint/domain/money/shown-limit';

type AmountLimit = {
  /** Down for the most that is permitted, up for the least. */
  readonly rounding: Rounding;
  /** The currency where the refusal's `unit` names none; its text may name it instead. */
  readonly unit?: string;
};

/** The refusals whose `limit` and `left` are amounts in whole units. */
const AMOUNT_LIMITS: ReadonlyMap<string, AmountLimit> = new Map([
  ['below-minimum', { rounding: 'up', unit: 'JU' }],
  ['amount-over-available', { rounding: 'down' }],
  ['limit-exceeded', { rounding: 'down' }],
  ['wallet-maximum-reached', { rounding: 'down' }],
  ['insufficient-balance', { rounding: 'down' }],
  ['payout-limit', { rounding: 'down' }],
  ['treasury-too-small', { rounding: 'down', unit: 'JU' }],
]);

type Refusal = { readonly error: string; readonly details: RefusalDetails };

/**
 * Returns the amounts of a refusal's details as its text shows them: in the language's groups, with their unit and at
 * most four decimals. The details themselves keep the plain decimals. None for a refusal that names no amounts.
 */
export function amountDetails({ error, details }: Refusal, language: Language): { limit?: string; left?: string } {
  const found = AMOUNT_LIMITS.get(error);
  if (found === undefined) return {};
  const named = details['unit'];
  const unit = typeof named === 'string' ? named : found.unit;
  const shown = (value: unknown) =>
    typeof value === 'string' && /^\d+(\.\d{1,18})?$/.test(value)
      ? shownLimit(value, { language, unit, rounding: found.rounding })
      : undefined;
  const [limit, left] = [shown(details.limit), shown(details['left'])];
  return { ...(limit !== undefined && { limit }), ...(left !== undefined && { left }) };
}
