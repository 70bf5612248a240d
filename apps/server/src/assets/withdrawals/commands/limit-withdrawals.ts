import type { WithdrawalLimits } from '@city-mint/domain/assets/decide-withdrawal';
import { CURRENCIES, type Currency } from '@city-mint/domain/ledger/currencies';
import type { Database } from '#platform/database/database.ts';
import { lockWithdrawalRequests } from '../store/withdrawal-requests.ts';

/** Sets the withdrawal limits of a currency (base units). Waits for a request that is being decided. */
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

/** Sets the hours for which withdrawals to a user's new address are refused; 0 = no wait. */
export async function setWithdrawalHold(tx: Database, hours: number): Promise<void> {
  await tx.updateTable('withdrawal_hold').set({ hours }).execute();
}
