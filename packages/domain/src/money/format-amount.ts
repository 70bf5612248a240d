import { UNIT_DECIMALS } from './token-amount.ts';

/**
 * The exact amount in whole units as a decimal string, without trailing zeros: 1500000000000000000 → "1.5". A balance below
 * zero (custody alone) carries a minus sign. rules.md section 1.
 */
export function formatAmount(amount: bigint): string {
  const sign = amount < 0n ? '-' : '';
  const digits = (amount < 0n ? -amount : amount).toString().padStart(UNIT_DECIMALS + 1, '0');
  const whole = digits.slice(0, -UNIT_DECIMALS);
  const fraction = digits.slice(-UNIT_DECIMALS).replace(/0+$/, '');
  return fraction === '' ? `${sign}${whole}` : `${sign}${whole}.${fraction}`;
}
