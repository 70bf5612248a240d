import { assertNoneLeft } from '../assert-never.ts';
import { floorShare } from '../money/division.ts';
import { smallestAmount, sumAmounts, tokenAmount } from '../money/token-amount.ts';
import type { FailedOrder, FailedSettlement, SettlementInput } from './settlement.ts';
import type { FailedTerms } from './terms.ts';

type FailedInput = Pick<SettlementInput, 'reserve' | 'orders'> & { readonly terms: FailedTerms };

/**
 * Returns the settlement of a round that stayed under its quota: all refunds, then compensation from the reserve in
 * reverse rank (the last to join first; `late` orders after all others), and hash power for the loss that it did not
 * cover. The losses refill the reserve up to its cap; only the rest goes to launch costs.
 * docs/money-rules.md#5-settlement.
 */
export function settleFailed({ terms, reserve, orders }: FailedInput): FailedSettlement {
  const { lossBps, reserveDrawBps, compensationTimesBps, ...otherTerms } = terms;
  assertNoneLeft(otherTerms);
  let budget = floorShare(reserve.balance, reserveDrawBps);
  const lastFirst = orders.toReversed();
  const settledOrders = [...lastFirst.filter(({ late }) => !late), ...lastFirst.filter(({ late }) => late)]
    .map<FailedOrder>(({ rank, amount }) => {
      const loss = floorShare(amount, lossBps);
      const compensation = smallestAmount(loss, budget);
      budget = tokenAmount(budget - compensation);
      const hashPower = floorShare(tokenAmount(loss - compensation), compensationTimesBps);
      return { rank, refund: tokenAmount(amount - loss), loss, compensation, hashPower };
    })
    .toSorted((a, b) => a.rank - b.rank);

  const loss = sumAmounts(settledOrders.map((order) => order.loss));
  const compensation = sumAmounts(settledOrders.map((order) => order.compensation));
  const reserveIn = smallestAmount(loss, reserve.cap - (reserve.balance - compensation));
  return {
    outcome: 'failed',
    orders: settledOrders,
    totals: {
      refund: sumAmounts(settledOrders.map(({ refund }) => refund)),
      loss,
      compensation,
      hashPower: sumAmounts(settledOrders.map(({ hashPower }) => hashPower)),
      reserveIn,
      launchCosts: tokenAmount(loss - reserveIn),
    },
  };
}
