import { parseAmount } from '@city-mint/domain/money/amount-text';
import { divide } from '@city-mint/domain/money/division';

/**
 * Returns the vault's cover of the liabilities: basis points for a picture, at most 10,000, and a percentage with one
 * decimal. Rounded down, so that a shortfall never reads as 100%; without liabilities the cover is complete.
 */
export function coverPercent({ vaultBalance, total }: { readonly vaultBalance: string; readonly total: string }) {
  const [held, owed] = [parseAmount(vaultBalance), parseAmount(total)];
  if (!held.ok || !owed.ok) return { bps: 0, text: '—' };
  if (owed.amount === 0n) return { bps: 10_000, text: '100%' };
  const bps = Number(divide(held.amount * 10_000n, { by: owed.amount, rounding: 'down' }));
  const tenths = Math.floor(bps / 10);
  const text = tenths % 10 === 0 ? String(tenths / 10) : `${Math.floor(tenths / 10)}.${tenths % 10}`;
  return { bps: Math.min(bps, 10_000), text: `${text}%` };
}
