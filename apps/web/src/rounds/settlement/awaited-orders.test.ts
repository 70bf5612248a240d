import { expect, test } from 'vitest';
import { ALICE, BOB } from '#testing/sample-session.ts';
import { awaitedOrders, ordersNoLongerOpen } from './awaited-orders.ts';

const order = (orderId: string, address: string = ALICE) => ({ orderId, roundId: '3', address });

test('no longer open: own orders missing from the list of open ones, ignoring the address’s case', () => {
  const awaited = [order('1'), order('2'), order('3', BOB), order('4', ALICE.toLowerCase())];
  expect(ordersNoLongerOpen(awaited, [{ orderId: '1' }], ALICE)).toEqual([order('2'), order('4', ALICE.toLowerCase())]);
  expect(ordersNoLongerOpen(awaited, [], BOB)).toEqual([order('3', BOB)]);
});

test('keeps each order once, in numeric order, until it is removed', () => {
  for (const orderId of ['10', '9', '10']) awaitedOrders.put(order(orderId));
  expect(awaitedOrders.read().map(({ orderId }) => orderId)).toEqual(['9', '10']);
  awaitedOrders.remove('9');
  expect(awaitedOrders.read().map(({ orderId }) => orderId)).toEqual(['10']);
  awaitedOrders.remove('10');
});
