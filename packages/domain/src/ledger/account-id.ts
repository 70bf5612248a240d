import { ACCOUNT_KINDS, ACCOUNT_OWNERS, type AccountKind } from './account-kinds.ts';
import { CURRENCIES, type Currency } from './currencies.ts';

/** What an account id says: its kind, its currency, and the id of the user or round that owns it (0 = the house). */
export type Account = { readonly kind: AccountKind; readonly currency: Currency; readonly owner: bigint };

const LARGEST_OWNER = (1n << 55n) - 1n;

/**
 * The id of an account: `owner * 256 + currency * 16 + kind`, which fits a signed 64-bit integer. Throws a RangeError
 * when an account of the house has an owner, or one of a user or round has none. docs/money-rules.md#9-ledger.
 */
export function accountId({ kind, currency, owner }: Account): bigint {
  if (!isOwner(kind, owner)) throw new RangeError(`no ${kind} account of owner ${owner}`);
  return owner * 256n + BigInt(CURRENCIES[currency]) * 16n + BigInt(ACCOUNT_KINDS[kind]);
}

/** What an account id says, or undefined for a number that is none. */
export function parseAccountId(id: bigint): Account | undefined {
  const owner = id >> 8n;
  const kind = KIND_OF_CODE.get(id & 15n);
  const currency = CURRENCY_OF_CODE.get((id >> 4n) & 15n);
  if (kind === undefined || currency === undefined || !isOwner(kind, owner)) return undefined;
  return { kind, currency, owner };
}

function isOwner(kind: AccountKind, owner: bigint): boolean {
  if (ACCOUNT_OWNERS[kind] === 'house') return owner === 0n;
  return owner > 0n && owner <= LARGEST_OWNER;
}

const KIND_OF_CODE = namesByCode(ACCOUNT_KINDS);
const CURRENCY_OF_CODE = namesByCode(CURRENCIES);

function namesByCode<Name extends string>(codes: Record<Name, number>): ReadonlyMap<bigint, Name> {
  const names = new Map<bigint, Name>();
  for (const name in codes) names.set(BigInt(codes[name]), name);
  return names;
}
