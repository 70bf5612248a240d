import { type Account, accountId } from '@city-mint/domain/ledger/account-id';
import { TRANSFER_KINDS, type TransferKind } from '@city-mint/domain/ledger/transfer-kinds';
import type { TokenAmount } from '@city-mint/domain/money/token-amount';
import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';

export type DebitBatch = {
  readonly kind: TransferKind;
  readonly to: Account;
  /** Each account at most once; amounts in base units, above 0; causes as in `postTransfer`. */
  readonly payments: readonly { readonly from: Account; readonly amount: TokenAmount; readonly sourceId: bigint }[];
};

/**
 * Moves from many accounts into one, inside the caller's transaction, all of them. Throws when one cannot pay: the caller has locked the
 * accounts and knows that they can. rules.md section 9.
 */
export async function debitMany(tx: Database, collection: DebitBatch): Promise<void> {
  const payments = collection.payments
    .map((payment) => ({ ...payment, account: accountId(payment.from) }))
    .sort((a, b) => (a.account < b.account ? -1 : 1));
  const { rows } = await sql<{ made: number }>`select cardinality(ledger_debit_many(
    ${TRANSFER_KINDS[collection.kind].code}::int, ${accountId(collection.to)}::bigint,
    ${payments.map(({ account }) => account)}::bigint[],
    ${payments.map(({ amount }) => amount.toString())}::numeric[],
    ${payments.map(({ sourceId }) => sourceId)}::bigint[])) as made`.execute(tx);
  if (rows[0]?.made !== payments.length) throw new Error('an account could not pay what it was checked for');
}
