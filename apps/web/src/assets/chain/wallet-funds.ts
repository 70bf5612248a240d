import type { Address } from 'viem';
import type { Currency } from '../assets-search.ts';

/** Gas of the page's most expensive call, with a margin. */
export const GAS_LIMIT = 200_000n;

/**
 * Gas that recharging or selling all JU leaves in the wallet: for this transaction and for the way back, which is a
 * withdrawal, or an approval and a swap, even if the price of gas rises in between.
 */
export const RESERVED_GAS = 3n * GAS_LIMIT;

/** The account and currency of a recharge, and the contracts. */
export type FundsInput = {
  readonly account: Address;
  readonly currency: Currency;
  readonly vault: Address;
  readonly fmc: Address;
};

/** A wallet's funds for a recharge, in base units. */
export type WalletFunds = {
  readonly balance: bigint;
  /** JU reserved for gas. */
  readonly gasReserve: bigint;
  /** The amount that the vault may already transfer; 0 for JU. */
  readonly allowance: bigint;
  readonly minimum: bigint;
  readonly paused: boolean;
};

/** Balances of a wallet in one block: exact decimal strings in whole units. */
export type WalletBalances = { readonly block: string; readonly JU: string; readonly FMC: string };
