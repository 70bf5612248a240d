import { paymentLine } from '@city-mint/api-contract/operator/booked-payments';
import { sql } from 'kysely';
import { JU } from '../builders/rounds.ts';
import { type ActionCase, type CaseWorld, newUser } from './operator-action-case.ts';

/** Plants payments that the ledger does not know, and returns the case of booking two of them. */
export async function bookPaymentCase({ db }: CaseWorld): Promise<ActionCase<'POST /api/ops/chain/book'>> {
  const { address } = await newUser(db);
  const voucherId = (sequence: number) => `0x${String(sequence).padStart(64, '0')}`;
  const plant = (sequence: number, parts: { proven: boolean; examinedAt?: Date | null }) =>
    sql`
      insert into unknown_payment (seq, voucher_id, account, recipient, currency, amount, tx_hash, block_number,
        block_at, examined_at, proven)
      values (${sequence}, ${voucherId(sequence)}, ${address}, ${address}, 0, ${(JU / 10n).toString()}::numeric,
        ${voucherId(9)}, 7, now(), ${parts.examinedAt === undefined ? new Date() : parts.examinedAt},
        ${parts.proven})`.execute(db);
  await plant(1, { proven: true });
  await plant(2, { proven: false });
  await plant(3, { proven: true });
  await plant(4, { proven: false, examinedAt: null });
  const line = (sequence: number, amount = '0.1') =>
    paymentLine({ sequence: String(sequence), amount, currency: 'JU', account: address });
  const fields = { payments: [line(1), line(3)], against: 'account' as const };
  return {
    fields,
    operators: 2,
    watch: 'select seq, booked_against, decided_at is null from unknown_payment order by seq',
    refused: [
      [{ ...fields, payments: [line(1), line(5)] }, 'payment-differs'],
      [{ ...fields, payments: [line(1), line(3, '0.2')] }, 'payment-differs'],
      [{ ...fields, payments: [line(1), line(1)] }, 'payment-differs'],
      [{ ...fields, payments: [line(1), line(2)] }, 'payment-not-proven'],
      [{ ...fields, payments: [line(1), line(4)] }, 'payment-not-examined'],
      [{ payments: [line(1), line(4)], against: 'treasury' }, 'payment-not-examined'],
    ],
    again: 'payment-booked',
  };
}
