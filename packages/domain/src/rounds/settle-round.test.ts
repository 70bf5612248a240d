import { readdirSync, readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { settlementInputs } from '../../testing/arbitraries.ts';
import { holds } from '../../testing/holds.ts';
import { sumAmounts, type TokenAmount, tokenAmount, ZERO } from '../money/token-amount.ts';
import { formatSettlementResult } from './format-settlement-result.ts';
import { parseSettlementFile } from './parse-settlement-file.ts';
import { settleRound } from './settle-round.ts';
import type { FailedSettlement, MintedSettlement, SettlementInput } from './settlement.ts';

const VECTORS = new URL('../../../../vectors/', import.meta.url);
const vectorNames = readdirSync(VECTORS).filter((name) => name.endsWith('.json'));

describe('vectors of an independent implementation', () => {
  test('are there', () => expect(vectorNames.length).toBeGreaterThan(0));

  test.each(vectorNames)('%s agrees exactly', (name) => {
    const { input, result } = JSON.parse(readFileSync(new URL(name, VECTORS), 'utf8'));
    const file = parseSettlementFile(input);
    if (!file.ok) throw new Error(file.error);
    expect(formatSettlementResult(settleRound(file.input))).toEqual(result);
  });
});

function total<Order>(orders: readonly Order[], amountOf: (order: Order) => TokenAmount): TokenAmount {
  return sumAmounts(orders.map(amountOf));
}

function settleMintedInput(input: SettlementInput): MintedSettlement {
  const result = settleRound(input);
  if (result.outcome !== 'minted') throw new Error('expected a minted round');
  return result;
}

function settleFailedInput(input: SettlementInput): FailedSettlement {
  const result = settleRound(input);
  if (result.outcome !== 'failed') throw new Error('expected a failed round');
  return result;
}

const settledInputs = settlementInputs.map((input) => ({ ...input, cancelled: false }));
const filledInputs = settledInputs
  .filter(({ orders }) => orders.length > 0)
  .map((input) => ({ ...input, terms: { ...input.terms, quota: total(input.orders, ({ amount }) => amount) } }));
const shortInputs = settledInputs.map((input) => ({
  ...input,
  terms: { ...input.terms, quota: tokenAmount(total(input.orders, ({ amount }) => amount) + 1n) },
}));

describe('outcome', () => {
  test('minted at the quota, failed one unit under it, a fault above it', () => {
    holds(filledInputs, (input) => {
      const withQuota = (quota: bigint) => ({ ...input, terms: { ...input.terms, quota: tokenAmount(quota) } });
      const { quota } = input.terms;
      expect(settleRound(input).outcome).toBe('minted');
      expect(settleRound(withQuota(quota + 1n)).outcome).toBe('failed');
      expect(() => settleRound(withQuota(quota - 1n))).toThrow(RangeError);
    });
  });

  test('a round without orders is a failed one', () => {
    const [input] = fc.sample(settledInputs, 1);
    if (input === undefined) throw new Error('no sample');
    const result = settleRound({ ...input, orders: [], terms: { ...input.terms, quota: tokenAmount(1n) } });
    expect(result).toEqual({
      outcome: 'failed',
      orders: [],
      totals: { refund: 0n, loss: 0n, compensation: 0n, hashPower: 0n, reserveIn: 0n, launchCosts: 0n },
    });
  });

  test('ranks stay 1…n and the input is left as it was', () => {
    holds(settlementInputs, (input) => {
      const before = structuredClone(input);
      const ranks = settleRound(input).orders.map(({ rank }) => rank);
      expect(ranks).toEqual(input.orders.map((_, index) => index + 1));
      expect(input).toEqual(before);
    });
  });
});

describe('minted', () => {
  test('every unit of JU and FMC is accounted for', () => {
    holds(filledInputs, (input) => {
      const { orders, totals } = settleMintedInput(input);
      for (const [index, order] of orders.entries()) {
        expect(order.principal + order.fee).toBe(input.orders[index]?.amount);
        expect(order.reward).toBeLessThanOrEqual(order.fee);
      }
      expect(totals.principal + totals.fee).toBe(input.terms.quota);
      expect(totals.reward + totals.nodes + totals.levels + totals.treasury + totals.reserveIn).toBe(totals.fee);
      expect(total(orders, ({ principal }) => principal)).toBe(totals.principal);
      expect(total(orders, ({ fee }) => fee)).toBe(totals.fee);
      expect(total(orders, ({ reward }) => reward)).toBe(totals.reward);
      expect(total(orders, ({ split }) => split)).toBe(totals.split);
      expect(total(orders, ({ stages }) => sumAmounts(stages))).toBe(totals.minted);
    });
  });

  test('distributes only the surplus above the cap, and never more than the round added', () => {
    holds(filledInputs, (input) => {
      const { totals } = settleMintedInput(input);
      const { balance, cap } = input.reserve;
      const above = balance + totals.reserveIn - cap;
      const surplus = above > 0n ? above : 0n;
      expect(totals.split).toBe(surplus < totals.reserveIn ? surplus : totals.reserveIn);
      expect(balance + totals.reserveIn - totals.split).toBeGreaterThanOrEqual(balance);
    });
  });

  test('no more FMC than the terms name and the emission holds', () => {
    holds(filledInputs, (input) => {
      const { minted } = settleMintedInput(input).totals;
      expect([input.terms.mintAmount, input.emission.remaining]).toContain(minted);
      expect(minted).toBeLessThanOrEqual(input.terms.mintAmount);
      expect(minted).toBeLessThanOrEqual(input.emission.remaining);
    });
  });

  test('only a qualified inviter is rewarded', () => {
    holds(filledInputs, (input) => {
      for (const [index, { reward }] of settleMintedInput(input).orders.entries()) {
        const order = input.orders[index];
        if (order?.inviter === null || order?.inviterQualified === false) expect(reward).toBe(ZERO);
      }
    });
  });
});

describe('failed', () => {
  test('every unit is refunded or lost, and compensation ≤ loss ≤ the loss of the terms', () => {
    holds(shortInputs, (input) => {
      const { orders, totals } = settleFailedInput(input);
      for (const [index, order] of orders.entries()) {
        const amount = input.orders[index]?.amount ?? ZERO;
        expect(order.refund + order.loss).toBe(amount);
        expect(order.compensation).toBeLessThanOrEqual(order.loss);
        expect(order.loss * 10_000n).toBeLessThanOrEqual(amount * BigInt(input.terms.lossBps));
      }
      expect(total(orders, ({ refund }) => refund)).toBe(totals.refund);
      expect(total(orders, ({ loss }) => loss)).toBe(totals.loss);
      expect(total(orders, ({ compensation }) => compensation)).toBe(totals.compensation);
      expect(total(orders, ({ hashPower }) => hashPower)).toBe(totals.hashPower);
    });
  });

  test('losses refill the reserve up to its cap, and only the rest goes to launch costs', () => {
    holds(shortInputs, (input) => {
      const { loss, compensation, reserveIn, launchCosts } = settleFailedInput(input).totals;
      const { balance, cap } = input.reserve;
      const after = balance - compensation + reserveIn;
      expect(reserveIn + launchCosts).toBe(loss);
      if (launchCosts > ZERO) expect(after).toBeGreaterThanOrEqual(cap);
      if (reserveIn > ZERO) expect(after).toBeLessThanOrEqual(cap);
    });
  });

  test('compensation never draws more than the budget, and runs in reverse rank, late orders last', () => {
    holds(shortInputs, (input) => {
      const { orders, totals } = settleFailedInput(input);
      const budget = (input.reserve.balance * BigInt(input.terms.reserveDrawBps)) / 10_000n;
      expect(totals.compensation).toBe(budget < totals.loss ? budget : totals.loss);
      // Orders after one that was not covered in full get nothing.
      const isLate = (rank: number) => input.orders[rank - 1]?.late === true;
      const queue = orders.toSorted((a, b) => Number(isLate(a.rank)) - Number(isLate(b.rank)) || b.rank - a.rank);
      const firstShort = queue.findIndex(({ compensation, loss }) => compensation < loss);
      const after = firstShort === -1 ? [] : queue.slice(firstShort + 1);
      for (const { compensation } of after) expect(compensation).toBe(ZERO);
    });
  });
});

describe('cancelled', () => {
  test('every order gets its whole principal back and nothing else moves, whether the quota was reached or not', () => {
    holds(settlementInputs, (input) => {
      const result = settleRound({ ...input, cancelled: true });
      expect(result).toEqual({
        outcome: 'cancelled',
        orders: input.orders.map(({ rank, amount }) => ({ rank, refund: amount })),
        totals: { refund: total(input.orders, ({ amount }) => amount) },
      });
    });
  });
});

// Comparing each order with each other one would take minutes, which the limit of every test ends.
test('a round of 100,000 orders settles, minted or failed', () => {
  const orders = Array.from({ length: 100_000 }, (_, index) => ({
    rank: index + 1,
    amount: tokenAmount(10n ** 18n + BigInt(index)),
    inviter: null,
    inviterQualified: false,
    late: index % 10 === 0,
  }));
  const [sample] = fc.sample(filledInputs, { numRuns: 1, seed: 1 });
  if (sample === undefined) throw new Error('no sample');
  const quota = total(orders, ({ amount }) => amount);
  const minted = settleRound({ ...sample, orders, terms: { ...sample.terms, quota } });
  const failed = settleRound({ ...sample, orders, terms: { ...sample.terms, quota: tokenAmount(quota + 1n) } });
  expect([minted.outcome, minted.orders.length]).toEqual(['minted', orders.length]);
  expect([failed.outcome, failed.orders.length]).toEqual(['failed', orders.length]);
});
