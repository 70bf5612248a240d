import { describe, expect, test } from 'vitest';
import { parseHead, parseOrder } from '#rounds/settled/settled-line.ts';
import { sampleSettlement } from '#testing/replies/settled.ts';
import { originOf } from './origin-of.ts';

const [first = '', ...lines] = sampleSettlement({ orders: 3 }).trimEnd().split('\n');
const head = parseHead(first);
const mine = lines.slice(1, 2).map(parseOrder);

describe('originOf', () => {
  test.each([
    ['settle', 'first', { pool: '600', share: '200' }],
    ['distribute', 'second', { pool: '450', share: '150' }],
    ['distribute', 'third', { pool: '450', share: '150' }],
  ] as const)('of %s, stage %s: the stage, and my part of it', (type, stage, figures) => {
    expect(originOf({ type, stage, amount: figures.share }, head, mine)).toMatchObject({
      ...{ raised: '300', released: '1500', agrees: true, ...figures },
      order: { rank: 2, amount: '100' },
    });
  });

  test('of the surplus of the reserve: without FMC', () => {
    expect(originOf({ type: 'split', stage: null, amount: '0' }, head, mine)).toMatchObject({
      ...{ released: null, pool: '0', share: '0', agrees: true },
    });
  });

  test('attack: an earning with another amount is none of the settlement', () => {
    const lie = { type: 'settle', stage: 'first', amount: '200.000000000000000001' } as const;
    expect(originOf(lie, head, mine)).toMatchObject({ share: '200', agrees: false });
  });

  test('is null for an account without an order', () => {
    expect(originOf({ type: 'settle', stage: 'first', amount: '200' }, head, [])).toBeNull();
  });
});
