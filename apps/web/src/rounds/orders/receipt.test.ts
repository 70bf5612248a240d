import { describe, expect, test } from 'vitest';
import type { OrderDetails } from './order-progress.ts';
import { receiptLines, receiptText } from './receipt.ts';

const HASH = `0x${'ab'.repeat(32)}`;
const INPUT = {
  address: '0x00000000000000000000000000000000000000A1',
  pageOrigin: 'https://page.example',
  apiOrigin: 'https://api.example',
  roundName: 'Lima 2-4',
  stateName: 'success',
  lateName: 'late',
};
const ORDER = {
  orderId: '7',
  roundId: '12',
  joinedAt: Date.UTC(2026, 10, 22, 11, 3, 22),
  rank: 3,
  late: false,
  asked: '100',
  accepted: '33.333333333333333333',
  netJu: null,
};

const detail = (part: object) =>
  ({
    order: ORDER,
    termsHash: HASH,
    settlement: null,
    files: [],
    inclusion: null,
    ...part,
  }) as unknown as OrderDetails;

const asText = (order: OrderDetails) =>
  receiptLines(order, INPUT).map(({ key, stage, value }) => `${key}${stage ?? ''} ${value}`);

describe('receiptLines', () => {
  test('before the settlement: the joined amount to the unit, and the terms', () => {
    expect(asText(detail({}))).toEqual([
      'order 7',
      'wallet 0x00000000000000000000000000000000000000A1',
      'round Lima 2-4',
      'roundId 12',
      'joinedAt 2026/11/22 11:03:22 UTC',
      'rank 3',
      'asked 100 JU',
      'accepted 33.333333333333333333 JU',
      `termsHash ${HASH}`,
      'state success',
      'proof https://page.example/proof',
    ]);
  });

  test('says beside the rank that the order was late', () => {
    expect(asText(detail({ order: { ...ORDER, late: true } }))).toContain('rank 3 · late');
  });

  test('minted: each stage with its time, the file with its hash, the root', () => {
    const stages = [
      { stage: 1, amount: '0.000000000000000001', dueAt: 0, paidAt: 1_000 },
      { stage: 2, amount: '2', dueAt: 60_000, paidAt: null },
    ];
    const settlement = { settledAt: 0, minted: { principal: '99', fee: '1', split: '0', stages }, failed: null };
    const path = '/api/app/rounds/12/settlement.jsonl';
    const files = [{ format: 'jsonl', path, bytes: 9, sha256: 'cd'.repeat(32) }];
    const lines = asText(detail({ settlement, files, inclusion: { root: HASH }, order: { ...ORDER, netJu: '-1' } }));
    expect(lines.slice(10)).toEqual([
      'settledAt 1970/01/01 00:00:00 UTC',
      'principal 99 JU',
      'fee 1 JU',
      'stagePaid1 0.000000000000000001 FMC · 1970/01/01 00:00:01 UTC',
      'stageDue2 2 FMC · 1970/01/01 00:01:00 UTC',
      'net -1 JU',
      `file https://api.example${path}`,
      `sha256 ${'cd'.repeat(32)}`,
      `root ${HASH}`,
      'proof https://page.example/proof',
    ]);
  });

  test('failed and cancelled: the returned amounts', () => {
    const failed = { refund: '97', loss: '3', compensation: '1.5', hashPower: '0' };
    const settlement = { settledAt: 0, minted: null, failed, cancelled: null };
    expect(asText(detail({ settlement })).slice(11, 14)).toEqual(['refund 97 JU', 'loss 3 JU', 'compensation 1.5 JU']);
    const cancelled = { ...settlement, failed: null, cancelled: { refund: '100' } };
    expect(asText(detail({ settlement: cancelled }))).toContain('refund 100 JU');
  });
});

test('receiptText: a title, then one line per entry', () => {
  expect(receiptText('Receipt', [{ label: 'Order', value: '7' }])).toBe('Receipt\nOrder: 7\n');
});
