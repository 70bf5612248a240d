import { parseAmount } from '@city-mint/domain/money/amount-text';

type Balance = { readonly opening: string; readonly in: string; readonly out: string; readonly closing: string };

/** Returns whether opening + in - out equals closing, to the base unit; false for malformed amounts. */
export function closes(balance: Balance): boolean {
  const [opening, received, out, closing] = [balance.opening, balance.in, balance.out, balance.closing].map(
    parseAmount,
  );
  if (!opening?.ok || !received?.ok || !out?.ok || !closing?.ok) return false;
  return opening.amount + received.amount - out.amount === closing.amount;
}
