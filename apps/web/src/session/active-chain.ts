import { chainById } from '@city-mint/chain-contract/chains';
import { buildSettings } from '#platform/build-settings.ts';
import type { Network } from './switch-network.ts';

/** The chain of this build; a wallet on another chain is asked to switch. */
export const activeChain = chainById(buildSettings.chainId, {
  rpcUrl: buildSettings.rpcUrl,
  ...(buildSettings.explorerUrl === null ? {} : { explorerUrl: buildSettings.explorerUrl }),
});

/** The parameters with which a wallet adds the chain. */
export const activeNetwork: Network = {
  id: activeChain.id,
  name: activeChain.name,
  nativeCurrency: activeChain.nativeCurrency,
  rpcUrl: buildSettings.rpcUrl,
  explorerUrl: buildSettings.explorerUrl,
};
