import { findSigningObstacle, type SigningObstacle } from '@city-mint/domain/assets/check-signing';
import { tokenAmount } from '@city-mint/domain/money/token-amount';
import type { Database } from '#platform/database/database.ts';
import { findAddress } from '#session/queries/users.ts';
import { isPayout } from '../../payouts/store.ts';
import { storedCurrency } from '../../stored-currency.ts';
import { readLimits, readRecipients, readUse } from '../store/withdrawal-requests.ts';
import type { WithdrawalRow } from '../store/withdrawals.ts';

/** Why a withdrawal cannot be signed now, and the earliest time to pay its recipient (UTC milliseconds). */
export type FoundObstacle = { readonly obstacle: SigningObstacle; readonly freeAt: number | null };

/** Returns whether an open demand of its account covers a demanded withdrawal. */
export type IsDemandOpen = (row: WithdrawalRow) => Promise<boolean>;

/**
 * Decides a withdrawal once more before a voucher is signed for it, from rows that the api cannot write: the user's
 * address, the requested recipients, the current limits, the use of the day before its request, and the account's
 * demand on the chain. Returns the first obstacle, or undefined. docs/money-rules.md#10-withdrawals
 */
export async function readSigningObstacle(
  tx: Database,
  { row, now, isDemandOpen }: { row: WithdrawalRow; now: number; isDemandOpen: IsDemandOpen },
): Promise<FoundObstacle | undefined> {
  const { user_id: userId, recipient, requested_at: at, id: before } = row;
  const currency = storedCurrency(row.currency);
  if (row.is_payout && !(await isPayout(tx, { withdrawalId: row.id, recipient, amount: row.amount }))) {
    return { obstacle: 'recipient-unknown', freeAt: null };
  }
  const [known] = await readRecipients(tx, { userId, recipient });
  const freeAt = known?.freeAt ?? null;
  const obstacle = findSigningObstacle(
    {
      account: row.account,
      recipient,
      amount: tokenAmount(row.amount),
      approvalNeeded: row.approval_needed,
      proposedBy: row.proposed_by,
      approvedBy: row.approved_by,
      isPayout: row.is_payout,
      isDemandOpen: row.is_demanded && (await isDemandOpen(row)),
    },
    {
      userAddress: (await findAddress(tx, userId)) ?? '',
      recipientFreeAt: freeAt,
      now,
      limits: await readLimits(tx, currency),
      use: await readUse(tx, { userId, currency, at, before }),
    },
  );
  return obstacle === undefined ? undefined : { obstacle, freeAt };
}
