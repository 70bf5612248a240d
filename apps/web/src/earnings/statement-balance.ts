import { parseAmount } from '@city-mint/domain/money/amount-text';

type Balance = { readonly opening: string; readonly in: string; readonly out: string; readonly closing: string };

/** Whether opening + in - out is closing, to the base unit; what is no amount does not close. */
export function closes(balance: Balance): boolean {
  const [opening, received, out, closing] = [balance.opening, balance.in, balance.out, balance.closing].map(
    parseAmount,
  );
  if (!opening?.ok || !received?.ok || !out?.ok || !closing?.ok) return false;
  return opening.amount + received.amount - out.amount === closing.amount;
}
