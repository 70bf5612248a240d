import { chainById } from '@city-mint/chain-contract/chains';
import { buildSettings } from '#platform/build-settings.ts';

/** The chain of this build; a wallet on another chain is asked to switch. */
export const activeChain = chainById(buildSettings.chainId, {
  rpcUrl: buildSettings.rpcUrl,
  ...(buildSettings.explorerUrl === null ? {} : { explorerUrl: buildSettings.explorerUrl }),
});
