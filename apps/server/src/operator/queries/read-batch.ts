import { readPaymentLine } from '@city-mint/api-contract/operator/booked-payments';
import { formatAmount } from '@city-mint/domain/money/amount-text';
import { sumAmounts } from '@city-mint/domain/money/token-amount';
import { countOtherPayments, countUncovered, findUnknownPayments } from '#assets/unknown-payments/queries.ts';
import type { Database } from '#platform/database/database.ts';

type Batch = { readonly lines: readonly string[]; readonly against: 'account' | 'treasury' };

/**
 * Returns the figures of booking these payments now, as texts: how many, of how many wallets, how much of each currency
 * in whole units, how many exceed their account's balance, and how many others stay undecided.
 */
export async function readBatch(db: Database, { lines, against }: Batch) {
  const sequences = lines.map((line) => BigInt(readPaymentLine(line)?.sequence ?? 0));
  const [found, short, others] = await Promise.all([
    findUnknownPayments(db, sequences),
    against === 'account' ? countUncovered(db, sequences) : 0,
    countOtherPayments(db, sequences),
  ]);
  const payments = [...found.values()];
  const totalOf = (currency: string) =>
    formatAmount(sumAmounts(payments.filter((one) => one.currency === currency).map(({ amount }) => amount)));
  return {
    against,
    amount: `${totalOf('JU')} JU`,
    fmc: `${totalOf('FMC')} FMC`,
    payments: String(payments.length),
    wallets: String(new Set(payments.map(({ account }) => account)).size),
    short: String(short),
    others: String(others),
  };
}
