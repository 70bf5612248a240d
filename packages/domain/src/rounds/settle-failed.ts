import { assertNoneLeft } from '../assert-never.ts';
import { floorShare } from '../money/division.ts';
import { smallestAmount, type TokenAmount, tokenAmount, ZERO } from '../money/token-amount.ts';
import { orderIn } from './order-in.ts';
import type { FailedSettlement, Lazy, OrderSequence, SequenceInput, SettlementOrder } from './settlement.ts';
import type { FailedTerms } from './terms.ts';

type FailedInput = Pick<SequenceInput, 'reserve' | 'orders'> & { readonly terms: FailedTerms };

/**
 * Returns the settlement of a round that stayed under its quota: all refunds, then compensation from the reserve in
 * reverse rank (the last to join first; `late` orders after all others), and hash power for the loss that it did not
 * cover. The losses refill the reserve up to its cap; only the rest goes to launch costs.
 * docs/money-rules.md#5-settlement.
 */
export function settleFailed({ terms, reserve, orders }: FailedInput): Lazy<FailedSettlement> {
  const { lossBps, reserveDrawBps, compensationTimesBps, ...otherTerms } = terms;
  assertNoneLeft(otherTerms);
  const lossOf = ({ amount }: SettlementOrder) => floorShare(amount, lossBps);
  const compensationAt = compensate(orders, { lossOf, budget: floorShare(reserve.balance, reserveDrawBps) });
  const orderAt = (index: number) => {
    const order = orderIn(orders, index);
    const { rank, amount } = order;
    const loss = lossOf(order);
    const compensation = compensationAt(index);
    const hashPower = floorShare(tokenAmount(loss - compensation), compensationTimesBps);
    return { rank, refund: tokenAmount(amount - loss), loss, compensation, hashPower };
  };

  let [refund, loss, compensation, hashPower] = [0n, 0n, 0n, 0n];
  for (let index = 0; index < orders.length; index += 1) {
    const order = orderAt(index);
    refund += order.refund;
    loss += order.loss;
    compensation += order.compensation;
    hashPower += order.hashPower;
  }
  const reserveIn = smallestAmount(tokenAmount(loss), reserve.cap - (reserve.balance - compensation));
  return {
    outcome: 'failed',
    orderAt,
    totals: {
      ...{ refund: tokenAmount(refund), loss: tokenAmount(loss), compensation: tokenAmount(compensation) },
      ...{ hashPower: tokenAmount(hashPower), reserveIn, launchCosts: tokenAmount(loss - reserveIn) },
    },
  };
}

/**
 * Returns the function of the compensation of the order at an index: from the budget, the last order first, the late
 * ones after all others. So of each kind all orders after one get their loss, this one gets the rest, and those before
 * it get nothing.
 */
function compensate(
  orders: OrderSequence,
  { lossOf, budget }: { readonly lossOf: (order: SettlementOrder) => TokenAmount; readonly budget: TokenAmount },
): (index: number) => TokenAmount {
  let left = budget;
  const findLast = (isLate: boolean) => {
    for (let index = orders.length - 1; index >= 0; index -= 1) {
      const order = orderIn(orders, index);
      if (order.late !== isLate) continue;
      const loss = lossOf(order);
      if (loss > left) {
        const rest = left;
        left = ZERO;
        return { index, rest };
      }
      left = tokenAmount(left - loss);
    }
    return { index: -1, rest: ZERO };
  };
  const last = findLast(false);
  const lastLate = findLast(true);
  return (index) => {
    const order = orderIn(orders, index);
    const { index: lastIndex, rest } = order.late ? lastLate : last;
    if (index === lastIndex) return rest;
    return index > lastIndex ? lossOf(order) : ZERO;
  };
}
