import { floorShare } from '../money/division.ts';
import { smallestAmount, sumAmounts, tokenAmount } from '../money/token-amount.ts';
import type { FailedOrder, FailedSettlement, SettlementInput } from './settlement.ts';

/**
 * Settles a round that stayed under its quota: everyone's refund, then compensation from the reserve in reverse rank
 * (the last to join first), and hash power for the loss that it did not cover. docs/money-rules.md#5-settlement.
 */
export function settleFailed({ terms, reserve, orders }: SettlementInput): FailedSettlement {
  let budget = floorShare(reserve.balance, terms.reserveDrawBps);
  const settled = orders
    .toReversed()
    .map<FailedOrder>(({ rank, amount }) => {
      const loss = floorShare(amount, terms.lossBps);
      const compensation = smallestAmount(loss, budget);
      budget = tokenAmount(budget - compensation);
      const hash = floorShare(tokenAmount(loss - compensation), terms.compensationTimesBps);
      return { rank, refund: tokenAmount(amount - loss), loss, compensation, hash };
    })
    .toReversed();

  return {
    outcome: 'failed',
    orders: settled,
    totals: {
      refund: sumAmounts(settled.map(({ refund }) => refund)),
      loss: sumAmounts(settled.map(({ loss }) => loss)),
      compensation: sumAmounts(settled.map(({ compensation }) => compensation)),
      hash: sumAmounts(settled.map(({ hash }) => hash)),
    },
  };
}
