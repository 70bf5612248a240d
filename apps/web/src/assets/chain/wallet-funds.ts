import type { Address } from 'viem';
import type { Currency } from '../assets-search.ts';

/** Gas of the most expensive call of the page, with a margin. */
export const GAS_LIMIT = 200_000n;

/** Whose funds for a recharge, and of what. */
export type FundsInput = {
  readonly account: Address;
  readonly currency: Currency;
  readonly vault: Address;
  readonly fmc: Address;
};

/** What a wallet holds for a recharge, in base units. */
export type WalletFunds = {
  readonly balance: bigint;
  /** JU reserved for gas. */
  readonly gasReserve: bigint;
  /** What the vault may transfer already; 0 for JU. */
  readonly allowance: bigint;
  readonly minimum: bigint;
  readonly paused: boolean;
};

/** What a wallet holds in one block: exact decimal strings in whole units. */
export type WalletBalances = { readonly block: string; readonly JU: string; readonly FMC: string };
