import { STATEMENT_KINDS } from '@city-mint/domain/ledger/statement-kinds';
import { expect, test } from 'vitest';
import { transfersOf } from './transfers-of.ts';

const PERIOD = { from: 1_763_000_000_000, to: 1_764_000_000_000 };

test.each([
  ['mint', '/earningsLogs', { type: 'settle', ...PERIOD }],
  ['level-output', '/earningsLogs', { type: 'level-output', ...PERIOD }],
  ['deposit', '/record', { kind: 'recharge', ...PERIOD }],
  ['withdrawal-returned', '/record', { kind: 'withdrawal', ...PERIOD }],
  ['mint-fee', '/city', { tab: 'mine' }],
] as const)('transfers of %s are listed at %s', (kind, to, search) => {
  expect(transfersOf(kind, PERIOD)).toEqual({ to, search });
});

test('only corrections by operators, and their own payouts, are in no list', () => {
  const without = STATEMENT_KINDS.filter((kind) => transfersOf(kind, PERIOD) === null);
  expect(without).toEqual(['unknown-payment', 'operator-payout']);
});
