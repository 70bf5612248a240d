/** The kinds of account and their fixed codes in account ids. docs/money-rules.md#9-ledger. */
export const ACCOUNT_KINDS = {
  custody: 0,
  available: 1,
  withdrawing: 2,
  escrow: 3,
  fees: 4,
  nodes: 5,
  levels: 6,
  treasury: 7,
  reserve: 8,
  'launch-costs': 9,
  emission: 10,
  vesting: 11,
} as const;
export type AccountKind = keyof typeof ACCOUNT_KINDS;

/** Their names, in the order of the codes. */
export const ACCOUNT_KIND_NAMES: readonly AccountKind[] = Object.keys(ACCOUNT_KINDS).filter(isAccountKind);

function isAccountKind(name: string): name is AccountKind {
  return Object.hasOwn(ACCOUNT_KINDS, name);
}

/** Whose an account is: a user's, a round's, or the system's single one (owner 0). */
export const ACCOUNT_OWNERS = {
  custody: 'house',
  available: 'user',
  withdrawing: 'user',
  escrow: 'round',
  fees: 'round',
  nodes: 'house',
  levels: 'house',
  treasury: 'house',
  reserve: 'house',
  'launch-costs': 'house',
  emission: 'house',
  vesting: 'round',
} as const satisfies Record<AccountKind, 'user' | 'round' | 'house'>;
