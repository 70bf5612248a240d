import type { Currency } from '@city-mint/domain/ledger/currencies';
import type { Address } from 'viem';
import type { ChainLog } from '#platform/chain/read-logs.ts';

/** A swap as the chain tells of it; amounts in base units. */
export type SwapRow = {
  readonly account: Address;
  readonly soldCurrency: Currency;
  readonly sold: bigint;
  readonly received: bigint;
  /** As the router was told; null where the call is none that names one. */
  readonly minimumReceived: bigint | null;
  readonly log: ChainLog;
};

/** Where swaps are made: the pool, which of its two tokens FMC is, and the router. */
export type SwapDeployment = { readonly pair: Address; readonly isFmcFirst: boolean; readonly router: Address };
