import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { withdrawalAllowances } from '@city-mint/domain/assets/decide-withdrawal';
import { formatAmount } from '@city-mint/domain/money/amount-text';
import { smallestAmount } from '@city-mint/domain/money/token-amount';
import type { Database } from '#platform/database/database.ts';
import { isPaused } from '#switches/queries.ts';
import { readHoldHours, readLimits, readRecipients, readUse } from '../store/withdrawal-requests.ts';

/** Returns a user's limits with the remainder of each, and the waiting times of the user or of an address. */
export async function readWithdrawalLimits(
  db: Database,
  userId: bigint,
): Promise<ReplyOf<'POST /api/app/user/withdrawLimits'>> {
  const [paused, newAddressHours, recipients, ...found] = await Promise.all([
    isPaused(db, 'withdrawals'),
    readHoldHours(db),
    readRecipients(db, { userId }),
    ...(['JU', 'FMC'] as const).map(async (currency) => ({
      currency,
      limits: await readLimits(db, currency),
      use: await readUse(db, { userId, currency }),
    })),
  ]);
  return {
    currencies: found.map(({ currency, limits, use }) => {
      const allowances = withdrawalAllowances(limits, use);
      return {
        currency,
        limits: allowances.map(({ rule, limit, left }) => ({
          rule,
          limit: formatAmount(limit),
          left: formatAmount(left),
        })),
        left: formatAmount(smallestAmount(limits.perWithdrawal, ...allowances.map(({ left }) => left))),
        approvalAbove: limits.approvalAbove === null ? null : formatAmount(limits.approvalAbove),
      };
    }),
    paused,
    coolsUntil: found[0]?.use.coolsUntil ?? null,
    newAddressHours,
    recipients: recipients.map(({ recipient, freeAt }) => ({ address: recipient, freeAt })),
  };
}
