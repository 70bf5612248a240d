import { expect, test } from 'vitest';
import { formatSettlementResult } from './format-settlement-result.ts';
import { parseSettlementFile } from './parse-settlement-file.ts';
import { recomputeSettlement } from './recompute-settlement.ts';
import { settleRound } from './settle-round.ts';

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

/** Returns the published lines of this round. */
function published(): string[] {
  const parsed = parseSettlementFile(input);
  if (!parsed.ok) throw new Error(parsed.error);
  const { outcome, totals, orders } = formatSettlementResult(settleRound(parsed.input));
  const { orders: joined, ...head } = input;
  return [
    JSON.stringify({ roundId: '12', ...head, outcome, totals }),
    ...joined.map((order, index) => JSON.stringify({ ...order, result: orders[index] })),
  ];
}

test('accepts the published result in any order of fields and lines', () => {
  const [head = '', first = '', second = ''] = published();
  const { result, ...order } = JSON.parse(first);
  const reversed = JSON.stringify({ result: Object.fromEntries(Object.entries(result).toReversed()), ...order });
  expect(recomputeSettlement([head, second, reversed])).toBeNull();
});

test.each([
  {
    what: 'an amount of an order’s result',
    line: 1,
    from: '"principal":"594"',
    to: '"principal":"595"',
    difference: { place: 'line 2: result.principal', fault: 'is "595", recomputed "594"' },
  },
  {
    what: 'an order’s amount',
    line: 2,
    from: '"amount":"400"',
    to: '"amount":"399"',
    difference: { place: 'line 1: outcome', fault: 'is "minted", recomputed "failed"' },
  },
  {
    what: 'a total',
    line: 0,
    from: '"principal":"990"',
    to: '"principal":"991"',
    difference: { place: 'line 1: totals.principal', fault: 'is "991", recomputed "990"' },
  },
  {
    what: 'the outcome',
    line: 0,
    from: '"outcome":"minted"',
    to: '"outcome":"failed"',
    difference: { place: 'line 1: outcome', fault: 'is "failed", recomputed "minted"' },
  },
  {
    what: 'the terms',
    line: 0,
    from: '"mintFeeBps":100',
    to: '"mintFeeBps":200',
    difference: { place: 'line 1: totals.principal', fault: 'is "990", recomputed "980"' },
  },
  {
    what: 'a field more',
    line: 2,
    from: '"result":{',
    to: '"result":{"bonus":"1",',
    difference: { place: 'line 3: result.bonus', fault: 'is "1", recomputed undefined' },
  },
  {
    what: 'a list that became an object',
    line: 1,
    from: /"stages":\["(\d+)","(\d+)","(\d+)"\]/,
    to: '"stages":{"0":"$1","1":"$2","2":"$3"}',
    difference: {
      place: 'line 2: result.stages',
      fault: expect.stringMatching(/^is \{"0":"\d+".*, recomputed \["\d+"/),
    },
  },
  {
    what: 'what is no JSON',
    line: 2,
    from: '{',
    to: '',
    difference: { place: 'line 3', fault: 'is no JSON object' },
  },
])('$what that was altered is named', ({ line, from, to, difference }) => {
  const lines = published();
  const altered = lines.map((text, index) => (index === line ? text.replace(from, to) : text));
  expect(altered).not.toEqual(lines);
  expect(recomputeSettlement(altered)).toEqual(difference);
});

test('reports a missing order and an empty file', () => {
  expect(recomputeSettlement(published().slice(0, 2))).toMatchObject({ place: 'line 1: outcome' });
  expect(recomputeSettlement([])).toEqual({ place: 'line 1', fault: 'is no JSON object' });
});

test('reports progress', () => {
  const parts: number[] = [];
  recomputeSettlement(published(), (part) => parts.push(part));
  expect(parts).toEqual([0, 0.5]);
});
