import type { ReplyOf } from '@city-mint/api-contract/endpoints';

type Assets = ReplyOf<'POST /api/app/user/asset'>;
type Asset = Assets['assets'][number];

/** The value of FMC while no price is known. */
export const NO_PRICE: Assets['price'] = { juPerFmc: null, source: 'pool-hour-mean', priceAt: null };

/** Returns an asset of which this much is available, with what differs from it. */
export function sampleAsset(currency: Asset['currency'], available: string, change: Partial<Asset> = {}): Asset {
  const none = { frozenInRounds: '0', frozenInWithdrawals: '0', vesting: '0' };
  const onChain = { onChain: null, collectable: null };
  const values = { ...onChain, valueInJu: currency === 'JU' ? available : null, vestingValueInJu: null };
  return { currency, available, total: available, ...none, ...values, ...change };
}

/** Returns what an account has: these available amounts, and nothing on its way. */
export function assetsOf(ju: string, fmc = '0'): Assets {
  return { assets: [sampleAsset('JU', ju), sampleAsset('FMC', fmc)], pendingRecharges: [], price: NO_PRICE };
}
