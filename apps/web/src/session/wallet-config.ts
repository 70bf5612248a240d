import { createConfig, createStorage, http } from 'wagmi';
import { injected } from 'wagmi/connectors/injected';
import { browserStorage } from '#platform/browser-storage.ts';
import { activeChain } from './active-chain.ts';

/** Prefix of the wallet library's entries in local storage. */
const STORAGE_PREFIX = 'fmc';

/**
 * The wallets and the chain of the page. The library discovers wallets that announce themselves (EIP-6963); `injected`
 * is the wallet of an app's own browser, also when it is injected after the page has loaded (`ethereum#initialized`).
 */
export const walletConfig = createConfig({
  chains: [activeChain],
  transports: { [activeChain.id]: http(undefined, { timeout: 15_000 }) },
  storage: createStorage({ key: STORAGE_PREFIX, storage: browserStorage }),
  connectors: [injected({ unstable_shimAsyncInject: 2_000 })],
});
