import { formatAmount } from '@city-mint/domain/money/amount-text';
import { divide } from '@city-mint/domain/money/division';
import type { Currency } from '#assets/assets-search.ts';

/** The pool in one block, in base units. */
export type Pool = { readonly block: bigint; readonly ju: bigint; readonly fmc: bigint };

/** The amounts that a wallet can sell, in base units. */
export type SwapFunds = {
  readonly ju: bigint;
  readonly fmc: bigint;
  /** FMC that the router may already transfer. */
  readonly allowance: bigint;
  /** JU reserved for gas. */
  readonly gasReserve: bigint;
};

/** `pool`: null if the exchange has none with both currencies in it; `funds`: null without a wallet. */
export type SwapMarket = { readonly pool: Pool | null; readonly funds: SwapFunds | null };

/** Returns the wallet's sellable amount of a currency, in base units: of JU the balance less the gas reserve. */
export function sellable(funds: SwapFunds, currency: Currency): bigint {
  if (currency === 'FMC') return funds.fmc;
  return funds.ju > funds.gasReserve ? funds.ju - funds.gasReserve : 0n;
}

/** Returns the price of 1 FMC in JU in this pool, a decimal string rounded down to 18 decimals. */
export function poolPrice({ ju, fmc }: Pick<Pool, 'ju' | 'fmc'>): string {
  return formatAmount(divide(ju * 10n ** 18n, { by: fmc, rounding: 'down' }));
}
