import { CURRENCIES, type Currency } from '@city-mint/domain/ledger/currencies';
import type { Database } from '#platform/database/database.ts';
import type { WithdrawalLimits } from '../decide-withdrawal.ts';
import { lockWithdrawalRequests } from '../store/withdrawal-requests.ts';

/** Sets what may leave of a currency (base units); a request that is being decided is waited for. */
export async function setWithdrawalLimits(
  tx: Database,
  { currency, limits }: { readonly currency: Currency; readonly limits: WithdrawalLimits },
): Promise<void> {
  await lockWithdrawalRequests(tx);
  await tx
    .updateTable('withdrawal_limit')
    .set({
      per_withdrawal: limits.perWithdrawal,
      per_user_day: limits.perUserDay,
      per_day: limits.perDay,
      approval_above: limits.approvalAbove,
    })
    .where('currency', '=', CURRENCIES[currency])
    .execute();
}
