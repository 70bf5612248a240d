import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { holds } from '../../testing/holds.ts';
import { accountId } from './account-id.ts';
import { ACCOUNT_KINDS, ACCOUNT_OWNERS, type AccountKind } from './account-kinds.ts';
import { CURRENCIES, type Currency } from './currencies.ts';
import { isTransferAllowed, parseAccountId } from './ledger-oracle.ts';
import { TRANSFER_KINDS, type TransferKind } from './transfer-kinds.ts';

const accountKinds: AccountKind[] = [
  'custody',
  'available',
  'withdrawing',
  'escrow',
  'fees',
  'nodes',
  'levels',
  'treasury',
  'reserve',
  'launch-costs',
  'emission',
  'vesting',
];
const transferKinds: TransferKind[] = [
  'deposit',
  'withdrawal-request',
  'withdrawal-done',
  'withdrawal-returned',
  'join',
  'principal-return',
  'mint-fee',
  'reward',
  'fee-share',
  'loss',
  'compensation',
  'mint',
  'vest',
  'distribute',
  'hash-rate-output',
  'node-output',
  'level-output',
  'split',
  'reserve-funding',
  'funding',
  'unknown-payment',
  'operator-payout',
];
const currencies: Currency[] = ['JU', 'FMC'];

test('codes are fixed: stored rows contain them', () => {
  expect(accountKinds.map((kind) => ACCOUNT_KINDS[kind])).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
  expect(Object.keys(ACCOUNT_KINDS)).toHaveLength(accountKinds.length);
  expect(transferKinds.map((kind) => TRANSFER_KINDS[kind].code)).toEqual(transferKinds.map((_, index) => index + 1));
  expect(Object.keys(TRANSFER_KINDS)).toHaveLength(transferKinds.length);
  expect(CURRENCIES).toEqual({ JU: 0, FMC: 1 });
});

describe('accountId', () => {
  test('default', () => {
    expect(accountId({ kind: 'custody', currency: 'JU', owner: 0n })).toBe(0n);
    expect(accountId({ kind: 'available', currency: 'FMC', owner: 7n })).toBe(7n * 256n + 16n + 1n);
  });

  test('property: says its parts again, and no two accounts share one', () => {
    const parts = fc.record({
      kind: fc.constantFrom(...accountKinds),
      currency: fc.constantFrom(...currencies),
      owner: fc.bigInt({ min: 1n, max: (1n << 55n) - 1n }),
    });
    holds(parts, ({ kind, currency, owner }) => {
      const account = { kind, currency, owner: ACCOUNT_OWNERS[kind] === 'house' ? 0n : owner };
      const id = accountId(account);
      expect(parseAccountId(id)).toEqual(account);
      expect(id).toBeLessThan(1n << 63n);
    });
  });

  test('behavior: accounts of the system have no other owner', () => {
    expect(() => accountId({ kind: 'reserve', currency: 'JU', owner: 1n })).toThrow(RangeError);
    expect(() => accountId({ kind: 'available', currency: 'JU', owner: 0n })).toThrow(RangeError);
    expect(() => accountId({ kind: 'escrow', currency: 'JU', owner: -1n })).toThrow(RangeError);
    expect(() => accountId({ kind: 'escrow', currency: 'JU', owner: 1n << 55n })).toThrow(RangeError);
  });

  test.each([-1n, 12n, 32n, 1n, 256n, 257n << 60n])('%s is none', (id) => expect(parseAccountId(id)).toBeUndefined());
});

/** docs/money-rules.md#9-ledger, written out. */
const ALLOWED = new Set(
  `deposit custody available JU FMC
withdrawal-request available withdrawing JU FMC
withdrawal-done withdrawing custody JU FMC
withdrawal-returned withdrawing available JU FMC
join available escrow JU
principal-return escrow available JU
mint-fee escrow fees JU
reward fees available JU
fee-share fees nodes JU
fee-share fees levels JU
fee-share fees treasury JU
fee-share fees reserve JU
loss escrow reserve JU
loss escrow launch-costs JU
compensation reserve available JU
mint emission available FMC
vest emission vesting FMC
distribute vesting available FMC
hash-rate-output emission available FMC
node-output nodes available JU
level-output levels available JU
split reserve available JU
reserve-funding treasury reserve JU
funding custody treasury JU
funding custody emission FMC
unknown-payment available custody JU FMC
unknown-payment treasury custody JU
unknown-payment emission custody FMC
operator-payout treasury withdrawing JU
operator-payout launch-costs withdrawing JU`
    .split('\n')
    .flatMap((line) => {
      const [kind, from, to, ...allowedIn] = line.split(' ');
      return allowedIn.map((currency) => `${kind} ${from} ${to} ${currency}`);
    }),
);

test('these transfers exist and no other', () => {
  let allowed = 0;
  for (const kind of transferKinds)
    for (const from of accountKinds)
      for (const to of accountKinds)
        for (const currency of currencies) {
          const is = isTransferAllowed({ kind, from, to, currency });
          expect(is, `${kind} ${from} ${to} ${currency}`).toBe(ALLOWED.has(`${kind} ${from} ${to} ${currency}`));
          if (is) allowed += 1;
        }
  expect(allowed).toBe(ALLOWED.size);
  expect(isTransferAllowed({ kind: 'funding', from: 'custody', to: 'emission' })).toBe(true);
  expect(isTransferAllowed({ kind: 'deposit', from: 'available', to: 'custody' })).toBe(false);
});
