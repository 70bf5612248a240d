import { ACCOUNT_KINDS, ACCOUNT_OWNERS, type AccountKind } from './account-kinds.ts';
import { CURRENCIES, type Currency } from './currencies.ts';

/** The parts of an account id: kind, currency, and the id of the user or round that owns it (0 = the system). */
export type Account = { readonly kind: AccountKind; readonly currency: Currency; readonly owner: bigint };

const LARGEST_OWNER = (1n << 55n) - 1n;

/**
 * Returns the id of an account: `owner * 256 + currency * 16 + kind`, which fits a signed 64-bit integer. Throws a
 * RangeError when an account of the system has an owner, or one of a user or round has none.
 * docs/money-rules.md#9-ledger.
 */
export function accountId({ kind, currency, owner }: Account): bigint {
  if (!isOwner(kind, owner)) throw new RangeError(`no ${kind} account of owner ${owner}`);
  return owner * 256n + BigInt(CURRENCIES[currency]) * 16n + BigInt(ACCOUNT_KINDS[kind]);
}

/** Whether an account of this kind can have the owner: 0 for the system, an id for users and rounds. */
export function isOwner(kind: AccountKind, owner: bigint): boolean {
  if (ACCOUNT_OWNERS[kind] === 'house') return owner === 0n;
  return owner > 0n && owner <= LARGEST_OWNER;
}
