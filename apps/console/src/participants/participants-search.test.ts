import { expect, test } from 'vitest';
import { kindOfText, parseParticipantSearch } from './participants-search.ts';

test('default: keeps the filters of every list in an address, and drops unknown parameters', () => {
  expect(
    parseParticipantSearch({
      tab: 'orders',
      orderState: 'failed',
      city: 'Basel',
      from: 5,
      withdrawalState: 'signed',
      x: 1,
    }),
  ).toEqual({ tab: 'orders', orderState: 'failed', city: 'Basel', from: 5, withdrawalState: 'signed' });
  expect(parseParticipantSearch({ tab: 'secrets', kind: 'loss', ledgerAccount: 'treasury' })).toEqual({});
});

test.each([
  ['0x', 'prefix'],
  ['0xAbC', 'prefix'],
  [`0x${'a'.repeat(64)}`, 'name'],
  ['731004895', 'name'],
  ['London', null],
  [`0x${'a'.repeat(41)}`, null],
])('behavior: %s is looked for as %s', (text, kind) => {
  expect(kindOfText(text)).toBe(kind);
});
