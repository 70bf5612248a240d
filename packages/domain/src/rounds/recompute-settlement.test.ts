import { createHash } from 'node:crypto';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { treeRoot } from '../proof/merkle-tree.ts';
import { joinPair, settlementLeaf } from '../proof/settlement-tree.ts';
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

/** Stands for Keccak-256: the tree is the same under any hash. */
const sha256 = (bytes: Uint8Array): Uint8Array => Uint8Array.from(createHash('sha256').update(bytes).digest());

async function* inPieces(text: string, size: number): AsyncGenerator<string> {
  for (let start = 0; start < text.length; start += size) yield text.slice(start, start + size);
}

/** Settles the round of these lines again. */
function recompute(lines: readonly string[]) {
  return recomputeSettlement(() => inPieces(lines.join('\n'), 40), sha256);
}

/** Rounds of up to 40 orders in any sequence of ranks: minted, failed, cancelled. */
const anyRound = fc
  .record({
    amounts: fc.array(fc.bigInt({ min: 1n, max: 10n ** 27n }), { minLength: 1, maxLength: 40 }),
    isShort: fc.boolean(),
    cancelled: fc.boolean(),
    reserve: fc.bigInt({ min: 0n, max: 10n ** 27n }),
    seed: fc.nat(),
  })
  .map(({ amounts, isShort, cancelled, reserve, seed }) => ({
    ...input,
    cancelled,
    terms: { ...input.terms, quota: String(amounts.reduce((sum, amount) => sum + amount, isShort ? 1n : 0n)) },
    reserve: { balance: String(reserve), cap: String(reserve / 2n) },
    orders: amounts
      .map((amount, index) => ({
        ...{ rank: index + 1, amount: String(amount), inviter: (seed + index) % 3 === 0 ? null : '0x01' },
        ...{ inviterQualified: (seed + index) % 2 === 0, late: (seed + index) % 5 === 0 },
      }))
      .toSorted((a, b) => ((a.rank * (seed % 97)) % 41) - ((b.rank * (seed % 97)) % 41)),
  }));

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

test('accepts the published result in any order of fields and lines', async () => {
  const [head = '', first = '', second = ''] = published();
  const { result, ...order } = JSON.parse(first);
  const reversed = JSON.stringify({ result: Object.fromEntries(Object.entries(result).toReversed()), ...order });
  expect(await recompute([head, second, reversed])).toMatchObject({ roundId: '12', outcome: 'minted', orders: 2 });
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
])('$what that was altered is named', async ({ line, from, to, difference }) => {
  const lines = published();
  const altered = lines.map((text, index) => (index === line ? text.replace(from, to) : text));
  expect(altered).not.toEqual(lines);
  expect(await recompute(altered)).toEqual(difference);
});

test('reports a missing order, an empty file and a round without its number', async () => {
  expect(await recompute(published().slice(0, 2))).toMatchObject({ place: 'line 1: outcome' });
  expect(await recompute([])).toEqual({ place: 'line 1', fault: 'is no JSON object' });
  const [head = '', ...orders] = published();
  expect(await recompute([head.replace('"roundId":"12"', '"roundId":"012"'), ...orders])).toEqual({
    place: 'line 1: roundId',
    fault: 'is "012", must be the round’s number as text',
  });
});

describe('a file that is another one when it is read again', () => {
  const readTwice = (again: (orders: readonly string[]) => readonly string[]) => {
    const [head, ...orders] = published();
    let opened = 0;
    const open = () => {
      opened += 1;
      return inPieces([head, ...(opened === 1 ? orders : again(orders))].join('\n'), 7);
    };
    return recomputeSettlement(open, sha256);
  };

  test.each([
    ['fewer', (orders: readonly string[]) => orders.slice(0, 1), 1],
    ['more', (orders: readonly string[]) => [...orders, ...orders], 4],
  ])('%s orders are not believed', async (_what, again, count) => {
    await expect(readTwice(again)).rejects.toThrow(`the file had 2 orders, and ${count} when read again`);
  });

  test('another result is a difference', async () => {
    const altered = (orders: readonly string[]) =>
      orders.map((line) => line.replace('"principal":"594"', '"principal":"595"'));
    expect(await readTwice(altered)).toMatchObject({ place: 'line 2: result.principal' });
  });
});

describe('a line is compared as JSON reads it', () => {
  const withLine = (change: (order: string, result: string) => string) => {
    const [head = '', first = '', ...others] = published();
    const [order = '', result = ''] = first.slice(0, -1).split(',"result":');
    return recompute([head, change(order, result), ...others]);
  };
  const wrong = '{"rank":1}';

  test.each([
    [
      'attack: the result in another object',
      (order: string, of: string) => `${order},"result":${wrong},"x":{"result":${of}}}`,
    ],
    [
      'attack: the result in a text',
      (order: string, of: string) => `${order},"x":${JSON.stringify(`,"result":${of}}`)}}`,
    ],
    ['attack: no result', (order: string) => `${order}}`],
  ])('%s differs', async (_what, change) => {
    expect(await withLine(change)).toMatchObject({ place: expect.stringMatching(/^line 2: result/) });
  });

  test.each([
    ['spaces', (order: string, of: string) => `${order}, "result" : ${of} } `],
    ['the last of two results', (order: string, of: string) => `${order},"result":${wrong},"result":${of}}`],
    ['a carriage return', (order: string, of: string) => `${order},"result":${of}}\r`],
  ])('%s: the same', async (_what, change) => {
    expect(await withLine(change)).toMatchObject({ roundId: '12', orders: 2 });
  });
});

test('behavior: the published settlement of any round agrees, in pieces of any size, and has this root', async () => {
  await fc.assert(
    fc.asyncProperty(anyRound, fc.integer({ min: 1, max: 500 }), async (round, size) => {
      const parsed = parseSettlementFile(round);
      if (!parsed.ok) throw new Error(parsed.error);
      const { outcome, totals, orders: results } = formatSettlementResult(settleRound(parsed.input));
      const { orders, ...head } = round;
      const lines = [
        { roundId: '7', ...head, outcome, totals },
        ...orders.map((order) => ({ ...order, result: results[order.rank - 1] })),
      ].map((line) => `${JSON.stringify(line)}\n`);
      const leaves = results.map((result) => sha256(sha256(new TextEncoder().encode(settlementLeaf('7', result)))));
      const root = treeRoot(leaves, (left, right) => joinPair(left, right, sha256)) ?? null;
      const open = () => inPieces(lines.join(''), size);
      const hex = root === null ? null : `0x${Buffer.from(root).toString('hex')}`;
      expect(await recomputeSettlement(open, sha256)).toMatchObject({ outcome, orders: orders.length, root: hex });
    }),
    { numRuns: 100 },
  );
});
