import { z } from 'zod';

/** How many payments of the vault two operators book with one signature each. */
export const MOST_BOOKED_PAYMENTS = 500;

/** A payment as both operators read and sign it: its number in the vault, the amount, and the account that redeemed. */
export type SignedPayment = {
  readonly sequence: string;
  /** In whole units. */
  readonly amount: string;
  readonly currency: string;
  /** EIP-55. */
  readonly account: string;
};

const LINE = /^([1-9]\d{0,17}): ((?:0|[1-9]\d*)(?:\.\d{1,18})?) (JU|FMC) of (0x[0-9a-fA-F]{40})$/;

/** The lines of a batch, each as `paymentLine` returns it; without repetition and in any order. */
export const paymentLines = z
  .array(z.string().regex(LINE, 'text-format'))
  .min(1, 'field-missing')
  .max(MOST_BOOKED_PAYMENTS, 'list-too-long');

/** Returns the line that a signed batch has for a payment: "89: 12.5 JU of 0x…". */
export function paymentLine({ sequence, amount, currency, account }: SignedPayment): string {
  return `${sequence}: ${amount} ${currency} of ${account}`;
}

/** Returns the payment of a line; undefined for a text that is none. */
export function readPaymentLine(line: string): SignedPayment | undefined {
  const [, sequence, amount, currency, account] = LINE.exec(line) ?? [];
  if (sequence === undefined || amount === undefined || currency === undefined || account === undefined)
    return undefined;
  return { sequence, amount, currency, account };
}

type ListedPayment = SignedPayment & {
  readonly examinedAt: number | null;
  readonly proven: boolean;
  readonly bookedAgainst: string | null;
};

/**
 * Returns the lines of the next batch against `against`, in chain order and at most `MOST_BOOKED_PAYMENTS`: of the
 * undecided payments that are examined, the proven ones against accounts, or all of them against the treasury: a thief
 * of the signer's key makes vouchers that are proven too.
 */
export function nextBatch(payments: readonly ListedPayment[], against: 'account' | 'treasury'): string[] {
  return payments
    .filter(({ examinedAt, bookedAgainst }) => examinedAt !== null && bookedAgainst === null)
    .filter(({ proven }) => proven || against === 'treasury')
    .slice(0, MOST_BOOKED_PAYMENTS)
    .map(paymentLine);
}
