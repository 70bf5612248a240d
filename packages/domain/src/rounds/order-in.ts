import { type TokenAmount, tokenAmount } from '../money/token-amount.ts';
import type { OrderSequence, SettlementOrder } from './settlement.ts';

/** Returns the order at an index. Throws a RangeError where there is none. */
export function orderIn(orders: OrderSequence, index: number): SettlementOrder {
  const order = index < 0 ? undefined : orders.at(index);
  if (order === undefined) throw new RangeError(`no order ${index} of ${orders.length}`);
  return order;
}

/** Returns the orders, one at a time. */
export function* eachOrder(orders: OrderSequence): Generator<SettlementOrder> {
  for (let index = 0; index < orders.length; index += 1) yield orderIn(orders, index);
}

/** Returns the sum of all amounts, in base units. */
export function sumOrders(orders: OrderSequence): TokenAmount {
  let sum = 0n;
  for (const { amount } of eachOrder(orders)) sum += amount;
  return tokenAmount(sum);
}
