import { sql } from 'kysely';
import { JU } from '../builders/rounds.ts';
import { type ActionCase, type CaseWorld, newUser } from './operator-action-case.ts';

/** Plants payments that the ledger does not know, and returns the case of booking one of them. */
export async function bookPaymentCase({ db }: CaseWorld): Promise<ActionCase<'POST /api/ops/chain/book'>> {
  const { address } = await newUser(db);
  const voucherId = (sequence: number) => `0x${String(sequence).padStart(64, '0')}`;
  const plant = (sequence: number, parts: { amount: bigint; proven: boolean; examinedAt?: Date | null }) =>
    sql`
      insert into unknown_payment (seq, voucher_id, account, recipient, currency, amount, tx_hash, block_number,
        block_at, examined_at, proven)
      values (${sequence}, ${voucherId(sequence)}, ${address}, ${address}, 0, ${parts.amount.toString()}::numeric,
        ${voucherId(9)}, 7, now(), ${parts.examinedAt === undefined ? new Date() : parts.examinedAt},
        ${parts.proven})`.execute(db);
  await plant(1, { amount: JU / 10n, proven: true });
  await plant(2, { amount: JU / 10n, proven: false });
  await plant(3, { amount: JU * 1_000_000_000n, proven: true });
  await plant(4, { amount: JU / 10n, proven: false, examinedAt: null });
  const fields = { sequence: '1', voucherId: voucherId(1), against: 'account' } as const;
  return {
    fields,
    operators: 2,
    watch: 'select seq, booked_against, decided_at is null from unknown_payment order by seq',
    refused: [
      [{ ...fields, voucherId: voucherId(2) }, 'not-found'],
      [{ ...fields, sequence: '2', voucherId: voucherId(2) }, 'payment-not-proven'],
      [{ ...fields, sequence: '3', voucherId: voucherId(3) }, 'account-too-small'],
      [{ ...fields, sequence: '4', voucherId: voucherId(4) }, 'payment-not-examined'],
      [{ ...fields, sequence: '4', voucherId: voucherId(4), against: 'treasury' }, 'payment-not-examined'],
    ],
    again: 'payment-booked',
  };
}
