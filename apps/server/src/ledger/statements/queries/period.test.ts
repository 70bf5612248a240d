import { STATEMENT_KINDS } from '@city-mint/domain/ledger/statement-kinds';
import { TRANSFER_KINDS } from '@city-mint/domain/ledger/transfer-kinds';
import { expect, test } from 'vitest';
import { statementKindOf } from './period.ts';

/** Kinds derived for each order: the difference between the joined and the returned amount. */
const OF_ORDERS = ['mint-fee', 'loss'];

test('default: a statement lists every kind of transfer that moves a user’s money, and no other', () => {
  const ofUsers = Object.entries(TRANSFER_KINDS)
    .filter(([, { movements }]) =>
      movements.some(({ from, to }) => [from, to].some((kind) => kind === 'available' || kind === 'withdrawing')),
    )
    .map(([kind]) => kind);
  expect(STATEMENT_KINDS.toSorted()).toEqual([...ofUsers, ...OF_ORDERS].toSorted());
  for (const kind of STATEMENT_KINDS) expect(statementKindOf(TRANSFER_KINDS[kind].code)).toBe(kind);
  expect(() => statementKindOf(TRANSFER_KINDS.vest.code)).toThrow();
});
