import { formatAmount } from '@city-mint/domain/money/amount-text';
import type { WalletFunds } from './chain-queries.ts';

export type RechargeLimits = {
  readonly balance: string;
  readonly maximum: string;
  readonly minimum: string;
  readonly gasReserve: string;
  readonly paused: boolean;
};

/** What can be recharged from a wallet, exact: all of a token, all JU but what the gas of the transaction may cost. */
export function rechargeLimits(funds: WalletFunds, currency: 'JU' | 'FMC'): RechargeLimits {
  const kept = currency === 'JU' ? funds.gasReserve : 0n;
  const maximum = funds.balance > kept ? funds.balance - kept : 0n;
  return {
    balance: formatAmount(funds.balance),
    maximum: formatAmount(maximum),
    minimum: formatAmount(funds.minimum),
    gasReserve: formatAmount(funds.gasReserve),
    paused: funds.paused,
  };
}
