import type { AccountKind } from './account-kinds.ts';
import type { Currency } from './currencies.ts';

/**
 * One pair of accounts that a kind of transfer may use. `sameOwner`: both accounts belong to the same user or the same
 * round.
 */
export type AllowedTransfer = {
  readonly from: AccountKind;
  readonly to: AccountKind;
  readonly currencies: readonly Currency[];
  readonly sameOwner: boolean;
};

type TransferRule = { readonly code: number; readonly movements: readonly AllowedTransfer[] };

const BOTH = ['JU', 'FMC'] as const;
const JU = ['JU'] as const;
const FMC = ['FMC'] as const;

/**
 * The kinds of transfer, their fixed codes and every pair of accounts they may use. There is no other.
 * docs/money-rules.md#9-ledger.
 */
export const TRANSFER_KINDS = {
  deposit: { code: 1, movements: [between('custody', 'available', BOTH)] },
  'withdrawal-request': { code: 2, movements: [within('available', 'withdrawing', BOTH)] },
  'withdrawal-done': { code: 3, movements: [between('withdrawing', 'custody', BOTH)] },
  'withdrawal-returned': { code: 4, movements: [within('withdrawing', 'available', BOTH)] },
  join: { code: 5, movements: [between('available', 'escrow', JU)] },
  'principal-return': { code: 6, movements: [between('escrow', 'available', JU)] },
  'mint-fee': { code: 7, movements: [within('escrow', 'fees', JU)] },
  reward: { code: 8, movements: [between('fees', 'available', JU)] },
  'fee-share': {
    code: 9,
    movements: [
      between('fees', 'nodes', JU),
      between('fees', 'levels', JU),
      between('fees', 'treasury', JU),
      between('fees', 'reserve', JU),
    ],
  },
  loss: { code: 10, movements: [between('escrow', 'reserve', JU), between('escrow', 'launch-costs', JU)] },
  compensation: { code: 11, movements: [between('reserve', 'available', JU)] },
  mint: { code: 12, movements: [between('emission', 'available', FMC)] },
  vest: { code: 13, movements: [between('emission', 'vesting', FMC)] },
  distribute: { code: 14, movements: [between('vesting', 'available', FMC)] },
  'hash-rate-output': { code: 15, movements: [between('emission', 'available', FMC)] },
  'node-output': { code: 16, movements: [between('nodes', 'available', JU)] },
  'level-output': { code: 17, movements: [between('levels', 'available', JU)] },
  split: { code: 18, movements: [between('reserve', 'available', JU)] },
  'reserve-funding': { code: 19, movements: [between('treasury', 'reserve', JU)] },
  // The operator's payments into the vault: JU for the treasury, FMC for the emission.
  funding: { code: 20, movements: [between('custody', 'treasury', JU), between('custody', 'emission', FMC)] },
  // A payment of the vault that the ledger did not know, as two operators booked it.
  'unknown-payment': {
    code: 21,
    movements: [
      between('available', 'custody', BOTH),
      between('treasury', 'custody', JU),
      between('emission', 'custody', FMC),
    ],
  },
  // The operator's earnings, to a wallet of the operator; they leave as a withdrawal.
  'operator-payout': {
    code: 22,
    movements: [between('treasury', 'withdrawing', JU), between('launch-costs', 'withdrawing', JU)],
  },
} as const satisfies Record<string, TransferRule>;

export type TransferKind = keyof typeof TRANSFER_KINDS;

/** Their names, in the order of the codes. */
export const TRANSFER_KIND_NAMES: readonly TransferKind[] = Object.keys(TRANSFER_KINDS).filter(isTransferKind);

function isTransferKind(name: string): name is TransferKind {
  return Object.hasOwn(TRANSFER_KINDS, name);
}

type Between<From extends AccountKind, To extends AccountKind> = AllowedTransfer & {
  readonly from: From;
  readonly to: To;
};

function between<From extends AccountKind, To extends AccountKind>(
  from: From,
  to: To,
  currencies: readonly Currency[],
): Between<From, To> {
  return { from, to, currencies, sameOwner: false };
}

function within<From extends AccountKind, To extends AccountKind>(
  from: From,
  to: To,
  currencies: readonly Currency[],
): Between<From, To> {
  return { from, to, currencies, sameOwner: true };
}
