import { describe, expect, test } from 'vitest';
import { readSettlementDocument } from './settlement-document.ts';

const order = { rank: 1, amount: '5' };
const head = { terms: { quota: '5' }, cancelled: false };
const input = { ...head, orders: [order] };
const lines = (...values: unknown[]) => values.map((value) => `${JSON.stringify(value)}\n`).join('');

describe('readSettlementDocument', () => {
  test.each<[string, string]>([
    ['the input', JSON.stringify(input)],
    ['input and result', JSON.stringify({ input, result: {} })],
    ['a reply of the API', JSON.stringify({ code: 200, msg: '', data: { roundId: '7', input, result: {} } })],
    ['JSON lines', lines(head, order)],
  ])('finds the input in %s', (_what, text) => {
    expect(readSettlementDocument(text)).toEqual({ ok: true, document: input });
  });

  test('JSON lines may be many, with further keys', () => {
    const text = lines({ ...head, totals: {} }, { ...order, result: { fee: '0' } }, { ...order, rank: 2 });
    expect(readSettlementDocument(text)).toMatchObject({ document: { orders: [{ rank: 1 }, { rank: 2 }] } });
  });

  test.each<[string, string, RegExp]>([
    ['no JSON', 'oops', /^not JSON: /],
    ['an empty text', '', /^not JSON: /],
    ['a key twice', '{"terms":1,"terms":2}', /^terms: occurs twice$/],
    ['a line that is no JSON', `${lines(head, order)}oops\n`, /^line 3: not JSON: /],
    ['a line cut off', lines(head, order).slice(0, -3), /^line 2: not JSON: /],
    ['a key twice in a line', `${lines(head)}{"rank":1,"rank":2}\n`, /^line 2: rank: occurs twice$/],
    ['lines without a head', lines([], order), /^line 1: must be an object$/],
  ])('refuses %s', (_what, text, error) => {
    const read = readSettlementDocument(text);
    expect(read.ok ? '' : read.error).toMatch(error);
  });
});
