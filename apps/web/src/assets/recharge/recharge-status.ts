import { formatAmount } from '@city-mint/domain/money/amount-text';
import type { Currency } from '../assets-search.ts';
import type { WalletFunds } from '../chain/wallet-funds.ts';

/** The amounts that a wallet can recharge; exact decimal strings in whole units. */
export type RechargeLimits = {
  readonly balance: string;
  readonly maximum: string;
  readonly minimum: string;
  readonly gasReserve: string;
};

/** The state of the recharge form. */
export type RechargeStatus =
  | { readonly kind: 'loading' }
  /** The chain cannot be read. */
  | { readonly kind: 'unreachable' }
  /** The vault accepts no recharges now. */
  | { readonly kind: 'paused'; readonly limits: RechargeLimits; readonly isStale: boolean }
  /** `isStale`: the limits are from an earlier read, because the last one failed. */
  | { readonly kind: 'ready' | 'sending'; readonly limits: RechargeLimits; readonly isStale: boolean };

/** Returns the limits of a recharge: the whole balance of a token; of JU the balance less the gas reserve. */
export function rechargeLimits(funds: WalletFunds, currency: Currency): RechargeLimits {
  const reserved = currency === 'JU' ? funds.gasReserve : 0n;
  const maximum = funds.balance > reserved ? funds.balance - reserved : 0n;
  return {
    balance: formatAmount(funds.balance),
    maximum: formatAmount(maximum),
    minimum: formatAmount(funds.minimum),
    gasReserve: formatAmount(funds.gasReserve),
  };
}

type RechargeStatusInput = {
  readonly funds: WalletFunds | undefined;
  /** The last read of the funds failed. */
  readonly hasFailed: boolean;
  readonly isSending: boolean;
  readonly currency: Currency;
};

/** Returns the status of the recharge form. After a failed read it uses the previous funds. */
export function rechargeStatus({ funds, hasFailed, isSending, currency }: RechargeStatusInput): RechargeStatus {
  if (funds === undefined) return { kind: hasFailed ? 'unreachable' : 'loading' };
  const known = { limits: rechargeLimits(funds, currency), isStale: hasFailed };
  if (isSending) return { kind: 'sending', ...known };
  return { kind: funds.paused ? 'paused' : 'ready', ...known };
}

/** Returns whether the vault needs an allowance to transfer this amount (base units). JU needs none. */
export function needsAllowance(funds: WalletFunds | undefined, currency: Currency, amountUnits: bigint): boolean {
  return currency === 'FMC' && funds !== undefined && funds.allowance < amountUnits;
}
