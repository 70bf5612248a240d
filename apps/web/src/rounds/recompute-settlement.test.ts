import { formatSettlementResult } from '@city-mint/domain/rounds/format-settlement-result';
import { parseSettlementFile } from '@city-mint/domain/rounds/parse-settlement-file';
import { settleRound } from '@city-mint/domain/rounds/settle-round';
import { expect, test } from 'vitest';
import { recomputeSettlement } from './recompute-settlement.ts';

const input = {
  terms: {
    quota: '1000',
    mintFeeBps: 100,
    lossBps: 300,
    mintAmount: '5000',
    stageBps: [4000, 3000, 3000],
    referralBps: 3000,
    nodesBps: 2000,
    levelsBps: 2000,
    treasuryBps: 1000,
    reserveDrawBps: 5000,
    compensationTimesBps: 20_000,
  },
  reserve: { balance: '0', cap: '100000' },
  emission: { remaining: '1000000' },
  orders: [
    { rank: 1, amount: '600', inviter: null, inviterQualified: false },
    { rank: 2, amount: '400', inviter: '0x01', inviterQualified: true },
  ],
};

function settled(): object {
  const parsed = parseSettlementFile(input);
  if (!parsed.ok) throw new Error(parsed.error);
  return JSON.parse(JSON.stringify(formatSettlementResult(settleRound(parsed.input))));
}

test('the same result, whatever the order of its fields', () => {
  const reversed = Object.fromEntries(Object.entries(settled()).toReversed());
  expect(recomputeSettlement({ input, result: reversed })).toBe('same');
});

test('a result that was altered by one unit, and input that is no settlement, are different', () => {
  const text = JSON.stringify(settled());
  const altered: unknown = JSON.parse(text.replace(/"(\d+)"/, (_whole, digits: string) => `"${BigInt(digits) + 1n}"`));
  expect(recomputeSettlement({ input, result: altered })).toBe('different');
  expect(recomputeSettlement({ input: { orders: [] }, result: settled() })).toBe('different');
});

test('a round without input in the reply is too large', () => {
  expect(recomputeSettlement({ input: null, result: null })).toBe('too-large');
});
