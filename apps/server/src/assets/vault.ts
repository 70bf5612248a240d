import { NATIVE_TOKEN } from '@city-mint/chain-contract/voucher';
import type { Currency } from '@city-mint/domain/ledger/currencies';
import type { Address } from 'viem';
import { isSameAddress } from '#platform/chain/read-logs.ts';

/** The name of the log source of the vault. */
export const VAULT_SOURCE = 'vault';

/** The contracts that hold the money: the vault of one chain, and FMC, the only token apart from native JU. */
export type VaultDeployment = { readonly chainId: number; readonly vault: Address; readonly fmc: Address };

/** Returns the currency of one of the vault's tokens, or undefined for one that the ledger does not know. */
export function currencyOfToken({ fmc }: VaultDeployment, token: Address): Currency | undefined {
  if (isSameAddress(token, NATIVE_TOKEN)) return 'JU';
  return isSameAddress(token, fmc) ? 'FMC' : undefined;
}

/** Returns the token address that the vault uses for a currency. */
export function tokenOfCurrency({ fmc }: VaultDeployment, currency: Currency): Address {
  return currency === 'JU' ? NATIVE_TOKEN : fmc;
}
