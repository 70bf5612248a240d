import { HOUR_MS } from '@city-mint/domain/time/durations';
import { expect, test } from 'vitest';
import type { AccountTotals } from '#ledger/statements/queries/totals.ts';
import type { PeriodsAsked } from './queries/read-statement.ts';
import { createStatementMemory } from './statement-memory.ts';

const [FROM, NOW] = [0, 10 * HOUR_MS];
/** Two hours ago. */
const FINAL = 8 * HOUR_MS;

/**
 * Statements of wallets whose amounts derive from the milliseconds of the period and `state.more`; and a record of the
 * reads.
 */
function standIn() {
  const state = { more: 0n, asked: [] as string[] };
  const totalsOf = (from: number, to: number): AccountTotals[] => {
    const [opening, closing] = [BigInt(from) + state.more, BigInt(to) + state.more];
    const kinds = [{ kind: 'deposit' as const, in: closing - opening, out: 0n, count: 1 }];
    return [{ currency: 'JU', account: 'available', opening, closing, kinds }];
  };
  const read = async ({ userId, bounds }: PeriodsAsked) => {
    state.asked.push(`${userId}: ${bounds.map((bound) => bound / HOUR_MS)}`);
    return bounds.slice(1).map((to, n) => totalsOf(bounds[n] ?? 0, to));
  };
  return { state, read };
}

test('default: the final part of a period is read once, the rest each time', async () => {
  const { state, read } = standIn();
  const statementOf = createStatementMemory(read);
  const order = { userId: 1n, from: FROM, to: NOW, now: NOW };
  const [first] = await statementOf(order);
  expect(first).toMatchObject({ opening: 0n, closing: BigInt(NOW), kinds: [{ in: BigInt(NOW), count: 2 }] });
  expect(await statementOf({ ...order, now: NOW + 1 })).toEqual([first]);
  expect(state.asked).toEqual(['1: 0,8,10', '1: 8,10']);
  await statementOf({ ...order, to: NOW - HOUR_MS });
  await statementOf({ ...order, userId: 2n });
  await statementOf({ ...order, from: HOUR_MS });
  expect(state.asked.slice(2)).toEqual(['1: 8,9', '2: 0,8,10', '1: 1,8,10']);
});

test('behavior: a final period is never read again, one that is not final always', async () => {
  const { state, read } = standIn();
  const statementOf = createStatementMemory(read);
  const ended = { userId: 1n, from: FROM, to: FINAL, now: NOW };
  expect(await statementOf(ended)).toEqual(await statementOf(ended));
  const begun = { userId: 1n, from: FINAL, to: NOW, now: NOW };
  expect(await statementOf(begun)).toEqual(await statementOf(begun));
  expect(state.asked).toEqual(['1: 0,8', '1: 8,10', '1: 8,10']);
});

test('behavior: if the rest does not open with the cached closing balance, the whole is read and cached', async () => {
  const { state, read } = standIn();
  const statementOf = createStatementMemory(read);
  const order = { userId: 1n, from: FROM, to: NOW, now: NOW };
  await statementOf(order);
  state.more = 5n;
  expect(await statementOf(order)).toMatchObject([{ opening: 5n, closing: BigInt(NOW) + 5n }]);
  expect(await statementOf(order)).toMatchObject([{ opening: 5n, closing: BigInt(NOW) + 5n }]);
  expect(state.asked).toEqual(['1: 0,8,10', '1: 8,10', '1: 0,8,10', '1: 8,10']);
});
