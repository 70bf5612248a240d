import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { settlementInputs } from '../../testing/arbitraries.ts';
import { holds } from '../../testing/holds.ts';
import { parseSettlementFile } from './parse-settlement-file.ts';

const terms = {
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
};
const order = { rank: 1, amount: '600', inviter: null, inviterQualified: false };
const file = {
  terms,
  reserve: { balance: '0', cap: '100000' },
  emission: { remaining: '1000000' },
  orders: [order, { rank: 2, amount: '400', inviter: '0x01', inviterQualified: true }],
};

function withTerms(changed: object) {
  return { ...file, terms: { ...terms, ...changed } };
}

function withOrder(changed: object) {
  return { ...file, orders: [{ ...order, ...changed }] };
}

test('reads a good file, further keys passed over', () => {
  const parsed = parseSettlementFile({ ...withTerms({ city: 'London' }), roundId: 7 });
  expect(parsed).toMatchObject({
    ok: true,
    input: { terms: { quota: 1000n }, orders: [{ amount: 600n }, { amount: 400n }] },
  });
});

test('reads orders in any order of the list', () => {
  const parsed = parseSettlementFile({ ...file, orders: file.orders.toReversed() });
  expect(parsed).toEqual(parseSettlementFile(file));
});

test('reads every input that was written', () => {
  holds(settlementInputs, (input) => {
    const written = JSON.parse(JSON.stringify(input, (_, value) => (typeof value === 'bigint' ? `${value}` : value)));
    expect(parseSettlementFile(written)).toEqual({ ok: true, input });
  });
});

const AMOUNT = 'must be a whole number of base units, as a string of at most 78 digits';

test('late and cancelled are false where they are missing', () => {
  const parsed = parseSettlementFile({ ...file, orders: [{ ...order, late: true }, file.orders[1]] });
  expect(parsed).toMatchObject({ input: { cancelled: false, orders: [{ late: true }, { late: false }] } });
  expect(parseSettlementFile({ ...file, cancelled: true })).toMatchObject({ input: { cancelled: true } });
});

describe('refuses, naming what and where', () => {
  test.each<[string, unknown, string]>([
    ['a list', [], 'must be an object, is a list'],
    ['null', null, 'must be an object, is null'],
    ['no terms', { ...file, terms: undefined }, 'terms: missing'],
    ['inherited fields', { ...file, terms: Object.create(terms) }, 'terms.quota: missing'],
    ['an amount as a number', withOrder({ amount: 600 }), `orders[0].amount: ${AMOUNT}, is 600`],
    ['a fraction', withOrder({ amount: '1.5' }), `orders[0].amount: ${AMOUNT}, is "1.5"`],
    ['a sign', withOrder({ amount: '-1' }), `orders[0].amount: ${AMOUNT}, is "-1"`],
    ['an exponent', withOrder({ amount: '1e3' }), `orders[0].amount: ${AMOUNT}, is "1e3"`],
    ['nothing', withOrder({ amount: '' }), `orders[0].amount: ${AMOUNT}, is ""`],
    ['a space', withOrder({ amount: ' 1' }), `orders[0].amount: ${AMOUNT}, is " 1"`],
    ['a line break', withOrder({ amount: '1\n' }), `orders[0].amount: ${AMOUNT}, is "1\\n"`],
    ['hexadecimal', withOrder({ amount: '0x10' }), `orders[0].amount: ${AMOUNT}, is "0x10"`],
    ['full-width digits', withOrder({ amount: '５' }), `orders[0].amount: ${AMOUNT}, is "５"`],
    ['an amount of 0', withOrder({ amount: '0' }), 'orders[0].amount: must be above 0'],
    ['79 digits', withTerms({ quota: '9'.repeat(79) }), `terms.quota: ${AMOUNT}, is "${'9'.repeat(40)}"…`],
    ['a quota of 0', withTerms({ quota: '0' }), 'terms.quota: must be above 0'],
    ['a mint amount of 0', withTerms({ mintAmount: '0' }), 'terms.mintAmount: must be above 0'],
    ['no fee', withTerms({ mintFeeBps: undefined }), 'terms.mintFeeBps: missing'],
    ['too high a fee', withTerms({ mintFeeBps: 1001 }), 'terms.mintFeeBps: must be a whole number from 0 to 1000'],
    ['a negative fee', withTerms({ mintFeeBps: -1 }), 'terms.mintFeeBps: must be a whole number from 0 to 1000'],
    ['a fraction of a bps', withTerms({ lossBps: 1.5 }), 'terms.lossBps: must be a whole number, is 1.5'],
    ['bps as a text', withTerms({ lossBps: '300' }), 'terms.lossBps: must be a whole number, is "300"'],
    [
      'bps beyond safe integers',
      withTerms({ lossBps: 2 ** 53 }),
      'terms.lossBps: must be a whole number, is 9007199254740992',
    ],
    ['too high a loss', withTerms({ lossBps: 1001 }), 'terms.lossBps: must be a whole number from 0 to 1000'],
    ['two stages', withTerms({ stageBps: [5000, 5000] }), 'terms.stageBps: must have 3 entries, has 2'],
    ['stages under 10000', withTerms({ stageBps: [1, 2, 3] }), 'terms.stageBps: must be of the sum 10000'],
    [
      'a negative stage',
      withTerms({ stageBps: [-1, 1, 10_000] }),
      'terms.stageBps[0]: must be a whole number from 0 to 10000',
    ],
    [
      'pools above 10000',
      withTerms({ referralBps: 5001 }),
      'terms.referralBps + nodesBps + levelsBps + treasuryBps: must be at most 10000',
    ],
    [
      'too high a draw',
      withTerms({ reserveDrawBps: 10_001 }),
      'terms.reserveDrawBps: must be a whole number from 0 to 10000',
    ],
    [
      'too much compensation',
      withTerms({ compensationTimesBps: 100_001 }),
      'terms.compensationTimesBps: must be a whole number from 0 to 100000',
    ],
    ['no reserve', { ...file, reserve: {} }, 'reserve.balance: missing'],
    ['no emission', { ...file, emission: null }, 'emission: must be an object, is null'],
    ['orders as an object', { ...file, orders: {} }, 'orders: must be a list, is an object'],
    ['an order that is none', { ...file, orders: [7] }, 'orders[0]: must be an object, is 7'],
    ['rank 0', withOrder({ rank: 0 }), 'orders[0].rank: must be 1 to 1, is 0'],
    ['a gap', withOrder({ rank: 2 }), 'orders[0].rank: must be 1 to 1, is 2'],
    ['a rank as a text', withOrder({ rank: '1' }), 'orders[0].rank: must be a whole number, is "1"'],
    ['a rank twice', { ...file, orders: [order, order] }, 'orders[1].rank: 1 occurs twice'],
    ['too much', withOrder({ amount: '1001' }), 'orders: come to 1001, above the quota of 1000'],
    ['an inviter that is no text', withOrder({ inviter: 7 }), 'orders[0].inviter: must be a text or null, is 7'],
    ['no inviter', withOrder({ inviter: undefined }), 'orders[0].inviter: missing'],
    ['late as a number', withOrder({ late: 1 }), 'orders[0].late: must be true or false, is 1'],
    ['late as null', withOrder({ late: null }), 'orders[0].late: must be true or false, is null'],
    ['cancelled as a text', { ...file, cancelled: 'yes' }, 'cancelled: must be true or false, is "yes"'],
    [
      'qualified as a number',
      withOrder({ inviterQualified: 1 }),
      'orders[0].inviterQualified: must be true or false, is 1',
    ],
  ])('%s', (_, document, error) => {
    expect(parseSettlementFile(document)).toEqual({ ok: false, error });
  });

  test('anything: one line, never a throw', () => {
    holds(
      fc.anything(),
      (document) => {
        const parsed = parseSettlementFile(document);
        expect(parsed.ok).toBe(false);
        expect(parsed.ok || parsed.error).not.toMatch(/\n/);
      },
      500,
    );
  });
});
