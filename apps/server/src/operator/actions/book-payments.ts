import { createHash } from 'node:crypto';
import { paymentLine, readPaymentLine } from '@city-mint/api-contract/operator/booked-payments';
import type { Currency } from '@city-mint/domain/ledger/currencies';
import { formatAmount } from '@city-mint/domain/money/amount-text';
import { sumAmounts } from '@city-mint/domain/money/token-amount';
import { decideUnknownPayments } from '#assets/unknown-payments/commands.ts';
import { findUnknownPayments, type UnknownPaymentView } from '#assets/unknown-payments/queries.ts';
import type { Database } from '#platform/database/database.ts';
import {
  type ActionDecision,
  type ActionOrder,
  change,
  type DeclaredRefusal,
  type Refused,
} from '../operator-action.ts';

type Key = 'POST /api/ops/chain/book';
type Refuse = ActionOrder<Key>['refuse'];
type Refusal = Refused<DeclaredRefusal<Key>>;

/**
 * Returns the change that books a batch of payments of the vault, all or none. The signed lines name each payment with
 * its amount and account; the version covers their vouchers, recipients and transactions. Refuses with the first
 * payment that does not match the recorded one, is listed twice, is booked, or is not examined; against accounts also
 * one that is not proven.
 */
export async function bookPayments({ tx, fields, refuse }: ActionOrder<Key>): Promise<ActionDecision<Key>> {
  const { payments: lines, against } = fields;
  const payments = await findListed(tx, lines, refuse);
  if ('refusal' in payments) return payments;
  const unfit = payments.map((payment) => refusalOf(payment, { against, refuse })).find((found) => found !== undefined);
  if (unfit !== undefined) return unfit;
  const figures = batchFigures(payments);
  return change({
    subject: 'payments',
    before: { ...figures, bookedAgainst: null },
    after: { ...figures, bookedAgainst: against },
    loosens: true,
    async apply() {
      const sequences = payments.map(({ sequence }) => sequence);
      const areDecided = await decideUnknownPayments(tx, { sequences, against });
      return areDecided ? undefined : refuse('payment-booked', { field: 'payments', limit: String(sequences[0]) });
    },
  });
}

/** Returns the payments of the lines, or the refusal of the first line that is not exactly that of a payment. */
async function findListed(
  tx: Database,
  lines: readonly string[],
  refuse: Refuse,
): Promise<UnknownPaymentView[] | Refusal> {
  const numbers = lines.map((line) => BigInt(readPaymentLine(line)?.sequence ?? 0));
  const recorded = await findUnknownPayments(tx, numbers);
  const payments: UnknownPaymentView[] = [];
  for (const [index, line] of lines.entries()) {
    const number = numbers[index] ?? 0n;
    const payment = recorded.get(number);
    if (payment === undefined || lineOf(payment) !== line || numbers.indexOf(number) !== index)
      return refuse('payment-differs', { field: 'payments', limit: line });
    payments.push(payment);
  }
  return payments;
}

function lineOf({ sequence, amount, currency, account }: UnknownPaymentView): string {
  return paymentLine({ sequence: sequence.toString(), amount: formatAmount(amount), currency, account });
}

function refusalOf(
  payment: UnknownPaymentView,
  { against, refuse }: { readonly against: 'account' | 'treasury'; readonly refuse: Refuse },
): Refusal | undefined {
  const at = { field: 'payments', limit: payment.sequence.toString() } as const;
  if (payment.bookedAgainst !== null || payment.covered === payment.amount) return refuse('payment-booked', at);
  if (payment.examinedAt === null) return refuse('payment-not-examined', at);
  return against === 'account' && !payment.proven ? refuse('payment-not-proven', at) : undefined;
}

/** Returns a batch in figures; `digest` covers what its lines do not name, so that the signed version covers it too. */
function batchFigures(payments: readonly UnknownPaymentView[]): Record<string, string> {
  const hash = createHash('sha256');
  for (const payment of payments)
    hash.update(`${lineOf(payment)} to ${payment.recipient}, voucher ${payment.voucherId}, in ${payment.txHash}\n`);
  const wallets = new Set(payments.map(({ account }) => account)).size;
  const totalOf = (currency: Currency) =>
    formatAmount(sumAmounts(payments.filter((one) => one.currency === currency).map(({ amount }) => amount)));
  return {
    payments: String(payments.length),
    wallets: String(wallets),
    totalJu: totalOf('JU'),
    totalFmc: totalOf('FMC'),
    digest: `0x${hash.digest('hex')}`,
  };
}
