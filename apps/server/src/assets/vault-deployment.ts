import { NATIVE_TOKEN } from '@city-mint/chain-contract/voucher';
import type { Currency } from '@city-mint/domain/ledger/currencies';
import { type Address, isAddressEqual } from 'viem';

/** Where the money is: the vault of one chain, and FMC, the only token besides native JU. */
export type VaultDeployment = { readonly chainId: number; readonly vault: Address; readonly fmc: Address };

/** The currency a token of the vault is, or undefined for one that the ledger does not know. */
export function currencyOfToken(place: VaultDeployment, token: Address): Currency | undefined {
  if (isAddressEqual(token, NATIVE_TOKEN)) return 'JU';
  return isAddressEqual(token, place.fmc) ? 'FMC' : undefined;
}

/** The token by which the vault means a currency. */
export function tokenOfCurrency(place: VaultDeployment, currency: Currency): Address {
  return currency === 'JU' ? NATIVE_TOKEN : place.fmc;
}
