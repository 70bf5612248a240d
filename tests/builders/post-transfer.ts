import { type Account, accountId } from '@city-mint/domain/ledger/account-id';
import { TRANSFER_KINDS, type TransferKind } from '@city-mint/domain/ledger/transfer-kinds';
import type { TokenAmount } from '@city-mint/domain/money/token-amount';
import type { Database } from '@city-mint/server/platform/database/database';
import { sql } from 'kysely';

type Transfer = {
  readonly kind: TransferKind;
  readonly from: Account;
  readonly to: Account;
  /** Base units, above 0. */
  readonly amount: TokenAmount;
  /** The id of the source row; (kind, sourceId, step) is the idempotency key. */
  readonly sourceId: bigint;
  /** Distinguishes transfers of the same kind and source; 0 by default. */
  readonly step?: number;
};

/**
 * Writes one transfer without a source, as only the owner of the database may. Returns true when it was written, false
 * when the same transfer exists. Throws when the ledger does not allow it.
 */
export async function postTransfer(owner: Database, { kind, from, to, ...transfer }: Transfer): Promise<boolean> {
  const { rows } = await sql<{ posted: boolean }>`
    select ledger_write_transfer(
      ${TRANSFER_KINDS[kind].code}::int, ${accountId(from)}::bigint, ${accountId(to)}::bigint,
      ${transfer.amount.toString()}::numeric, ${transfer.sourceId}::bigint, ${transfer.step ?? 0}::int
    ) as posted`.execute(owner);
  return rows[0]?.posted === true;
}
