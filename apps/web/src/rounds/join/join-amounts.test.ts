import { describe, expect, test } from 'vitest';
import { checkAmountText } from '#ui/amount-problem.ts';
import { joinAmounts } from './join-amounts.ts';
import { joinLimits } from './join-limits.ts';

const ROUND = { quota: '1000', filled: '929', minimum: '10', walletMaximum: '0' };

function amountsOf(text: string, change: { available?: string | null; joined?: string; round?: typeof ROUND } = {}) {
  const { available = '1000', joined = '0', round = ROUND } = change;
  const limits = joinLimits({ round, available, joined });
  const problem = checkAmountText(text, { minimum: limits.minimum, available: available ?? undefined });
  return joinAmounts({ entry: { text, problem }, round, limits, available, joined });
}

describe('joinAmounts', () => {
  test('takes the rest of the round, to the unit, and names the remaining balance', () => {
    expect(amountsOf('440')).toEqual({ asked: '440', taken: '71', stays: '929' });
    const round = { ...ROUND, filled: '999.999999999999999999' };
    const last = { asked: '440', taken: '0.000000000000000001', stays: '999.999999999999999999' };
    expect(amountsOf('440', { round })).toEqual(last);
  });

  test('takes the rest of the wallet’s maximum, also below the minimum', () => {
    const round = { ...ROUND, filled: '0', walletMaximum: '100' };
    expect(amountsOf('20', { round, joined: '95' })).toEqual({ asked: '20', taken: '5', stays: '995' });
    expect(amountsOf('20', { round, joined: '100' })).toBeNull();
  });

  test('asks for the balance where the entry is above it', () => {
    expect(amountsOf('440', { available: '50.000000000000000003' })).toEqual({
      asked: '50.000000000000000003',
      taken: '50.000000000000000003',
      stays: '0',
    });
    expect(amountsOf('440', { available: '80' })).toEqual({ asked: '71', taken: '71', stays: '9' });
    expect(amountsOf('440', { available: '9.999999999999999999' })).toBeNull();
  });

  test('behavior: none for an entry that is no amount or below the minimum', () => {
    expect([amountsOf(''), amountsOf('9'), amountsOf('x')]).toEqual([null, null, null]);
  });

  test('behavior: an unknown balance limits nothing, and nothing is said to stay', () => {
    expect(amountsOf('20', { available: null })).toEqual({ asked: '20', taken: '20', stays: null });
  });
});
