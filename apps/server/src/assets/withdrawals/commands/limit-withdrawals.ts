import type { WithdrawalLimits } from '@city-mint/domain/assets/decide-withdrawal';
import { CURRENCIES, type Currency } from '@city-mint/domain/ledger/currencies';
import type { Database } from '#platform/database/database.ts';
import { lockWithdrawalRequests } from '../store/withdrawal-requests.ts';

/** Sets the withdrawal limits of a currency (base units), after the request that is being decided. */
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

/** Sets for how many hours a withdrawal to an address that is new to its user is refused; 0 = not at all. */
export async function setWithdrawalHold(tx: Database, hours: number): Promise<void> {
  await tx.updateTable('withdrawal_hold').set({ hours }).execute();
}
