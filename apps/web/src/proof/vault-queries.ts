import { fmcAbi } from '@city-mint/chain-contract/generated/fmc-abi';
import { queryOptions } from '@tanstack/react-query';
import { createPublicClient, formatUnits, getAddress, http } from 'viem';
import { readApi } from '#platform/api.ts';
import { activeChain } from '#session/active-chain.ts';
import { proofKeys } from './proof-queries.ts';

/** What the vault holds at this moment, read from the chain by this device, not from the server. */
export const vaultQuery = queryOptions({
  queryKey: proofKeys.vault,
  queryFn: async ({ signal }) => {
    const { vault, fmc } = await readApi('GET /api/app/config', {}, signal);
    const chain = createPublicClient({ chain: activeChain, transport: http() });
    const address = getAddress(vault);
    const [ju, tokens] = await Promise.all([
      chain.getBalance({ address }),
      chain.readContract({ abi: fmcAbi, address: getAddress(fmc), functionName: 'balanceOf', args: [address] }),
    ]);
    return { vault: address, JU: formatUnits(ju, 18), FMC: formatUnits(tokens, 18) };
  },
  refetchInterval: 30_000,
  meta: { silent: true },
});
