import { CURRENCIES } from '@city-mint/domain/ledger/currencies';
import type { Database } from '#platform/database/database.ts';
import type { Withdrawn } from '../vault-event.ts';

/**
 * Returns the vault's payments that the ledger does not know: no withdrawal with that voucher, account, recipient,
 * currency and amount is signed or completed, and no operators have booked the payment.
 */
export async function findUnknown(db: Database, payments: readonly Withdrawn[]): Promise<Withdrawn[]> {
  if (payments.length === 0) return [];
  const voucherIds = payments.map(({ voucherId }) => voucherId);
  const withdrawals = await db
    .selectFrom('withdrawal')
    .select(['voucher_id', 'account', 'recipient', 'currency', 'amount'])
    .where('voucher_id', 'in', voucherIds)
    .where('state', 'in', ['signed', 'completed'])
    .execute();
  const booked = await db
    .selectFrom('unknown_payment')
    .select(['seq', 'voucher_id', 'account', 'recipient', 'currency', 'amount'])
    .where('voucher_id', 'in', voucherIds)
    .where('booked_against', 'is not', null)
    .execute();
  return payments.filter(
    (payment) =>
      ![...withdrawals, ...booked].some(
        (row) =>
          row.voucher_id === payment.voucherId &&
          row.account === payment.account &&
          row.recipient === payment.to &&
          row.currency === CURRENCIES[payment.currency] &&
          row.amount === payment.amount,
      ),
  );
}
