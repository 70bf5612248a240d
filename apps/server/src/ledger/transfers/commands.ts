import { type Account, accountId } from '@city-mint/domain/ledger/account-id';
import { TRANSFER_KINDS, type TransferKind } from '@city-mint/domain/ledger/transfer-kinds';
import type { TokenAmount } from '@city-mint/domain/money/token-amount';
import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';

export type Transfer = {
  readonly kind: TransferKind;
  readonly from: Account;
  readonly to: Account;
  /** Base units, above 0. */
  readonly amount: TokenAmount;
  /** The id of the row it is made for; (kind, sourceId, step) is the idempotency key. */
  readonly sourceId: bigint;
  /** Which of the transfers of that kind for that row; 0 unless given. */
  readonly step?: number;
};

/**
 * Posts one transfer in the caller's transaction. Returns true when it was posted, false when the same transfer exists.
 * Throws when its key belongs to a different transfer, when no such transfer is allowed, and when an account would fall
 * below zero (SQLSTATE 23514). docs/money-rules.md#9-ledger
 */
export async function postTransfer(tx: Database, { kind, from, to, ...transfer }: Transfer): Promise<boolean> {
  const { rows } = await sql<{ posted: boolean }>`
    select ledger_post_transfer(
      ${TRANSFER_KINDS[kind].code}::int, ${accountId(from)}::bigint, ${accountId(to)}::bigint,
      ${transfer.amount.toString()}::numeric, ${transfer.sourceId}::bigint, ${transfer.step ?? 0}::int
    ) as posted`.execute(tx);
  return rows[0]?.posted === true;
}

export type DebitBatch = {
  readonly kind: TransferKind;
  readonly to: Account;
  /** Each account at most once; amounts in base units, above 0; source ids as in `postTransfer`. */
  readonly debits: readonly { readonly from: Account; readonly amount: TokenAmount; readonly sourceId: bigint }[];
};

/**
 * Posts transfers from many accounts into one in the caller's transaction. Throws when one of them has too little
 * balance: the caller has locked the accounts and checked them. docs/money-rules.md#9-ledger
 */
export async function debitMany(tx: Database, { kind, to, debits }: DebitBatch): Promise<void> {
  const sorted = debits
    .map((debit) => ({ ...debit, account: accountId(debit.from) }))
    .sort((a, b) => (a.account < b.account ? -1 : 1));
  const { rows } = await sql<{ posted: number }>`
    select cardinality(ledger_debit_many(
      ${TRANSFER_KINDS[kind].code}::int, ${accountId(to)}::bigint,
      ${sorted.map(({ account }) => account)}::bigint[],
      ${sorted.map(({ amount }) => amount.toString())}::numeric[],
      ${sorted.map(({ sourceId }) => sourceId)}::bigint[])) as posted`.execute(tx);
  if (rows[0]?.posted !== sorted.length) throw new Error('an account has less than its locked balance');
}
