import { type Account, accountId } from '@city-mint/domain/ledger/account-id';
import { TRANSFER_KINDS, type TransferKind } from '@city-mint/domain/ledger/transfer-kinds';
import type { TokenAmount } from '@city-mint/domain/money/token-amount';
import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';

export type TransferRequest = {
  readonly kind: TransferKind;
  readonly from: Account;
  readonly to: Account;
  /** Base units, above 0. */
  readonly amount: TokenAmount;
  /** Id of the row it is made for; (kind, sourceId, step) is the idempotency key. */
  readonly sourceId: bigint;
  readonly step?: number;
};

/**
 * Makes one movement inside the caller's transaction. True when it was made, false when the very same movement stood already. Throws when
 * another movement stands under its key, when the ledger does not know such a movement, or when it would leave an account below zero
 * (SQLSTATE 23514). rules.md section 9.
 */
export async function postTransfer(tx: Database, movement: TransferRequest): Promise<boolean> {
  const { rows } = await sql<{ made: boolean }>`select ledger_post_transfer(
    ${TRANSFER_KINDS[movement.kind].code}::int, ${accountId(movement.from)}::bigint, ${accountId(movement.to)}::bigint,
    ${movement.amount.toString()}::numeric, ${movement.sourceId}::bigint, ${movement.step ?? 0}::int) as made`.execute(
    tx,
  );
  return rows[0]?.made === true;
}
