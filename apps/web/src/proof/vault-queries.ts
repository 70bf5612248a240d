import { NATIVE_TOKEN } from '@city-mint/chain-contract/voucher';
import { formatAmount } from '@city-mint/domain/money/amount-text';
import { queryOptions } from '@tanstack/react-query';
import { configQuery } from '#assets/assets-queries.ts';
import { buildSettings } from '#platform/build-settings.ts';
import { askNode, balanceCall, numberIn, readCall } from '#platform/node.ts';
import { proofKeys } from './proof-queries.ts';
import { proofSettings } from './proof-settings.ts';
import { readAnchoredRoot, readAnchoredRoots } from './read-anchored.ts';

/** The newest roots in the contract Anchors by currency, read by this device from the build's nodes. */
export const anchoredQuery = queryOptions({
  queryKey: proofKeys.anchored,
  queryFn: async ({ client, signal }) => {
    const { anchors, fmc } = await client.ensureQueryData(configQuery);
    const read = (currency: 'JU' | 'FMC') => {
      const token = currency === 'JU' ? NATIVE_TOKEN : (buildSettings.contracts?.fmc ?? fmc);
      return readAnchoredRoots({ anchors: proofSettings.anchors ?? anchors, token }, { ...proofSettings, signal });
    };
    const [JU, FMC] = await Promise.all([read('JU'), read('FMC')]);
    return { JU, FMC };
  },
  refetchInterval: 30_000,
  meta: { silent: true },
});

/** The root of a subject (0x hex) in the contract Anchors, read by this device from the build's nodes. */
export function anchoredRootQuery(subject: string) {
  return queryOptions({
    queryKey: proofKeys.anchoredRoot(subject),
    queryFn: async ({ client, signal }) => {
      const { anchors } = await client.ensureQueryData(configQuery);
      return readAnchoredRoot({ anchors: proofSettings.anchors ?? anchors, subject }, { ...proofSettings, signal });
    },
    staleTime: 0,
    meta: { silent: true },
  });
}

/** The vault's current balance, read by this device from the chain instead of the server. */
export const vaultQuery = queryOptions({
  queryKey: proofKeys.vault,
  queryFn: async ({ client, signal }) => {
    const { vault, fmc } = await client.ensureQueryData(configQuery);
    const [ju = '', tokens = ''] = await askNode([balanceCall(vault), readCall(fmc, 'balanceOf', [vault])], signal);
    return { vault, JU: formatAmount(numberIn(ju)), FMC: formatAmount(numberIn(tokens)) };
  },
  refetchInterval: 30_000,
  meta: { silent: true },
});
