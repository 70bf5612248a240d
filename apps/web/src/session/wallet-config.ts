import { createConfig, createStorage, http } from 'wagmi';
import { injected } from 'wagmi/connectors/injected';
import { browserStorage } from '#platform/browser-storage.ts';
import { activeChain } from './active-chain.ts';

/** Prefix of everything the wallet library keeps in local storage (spec section 3). */
const STORAGE_PREFIX = 'fmc';

/**
 * Wallets and chain of the page. Wallets that announce themselves (EIP-6963) are found by the library; `injected` is the one an app's own
 * browser puts in place, found also when it appears only after the page (`ethereum#initialized`).
 */
export const walletConfig = createConfig({
  chains: [activeChain],
  transports: { [activeChain.id]: http(undefined, { timeout: 15_000 }) },
  storage: createStorage({ key: STORAGE_PREFIX, storage: browserStorage }),
  connectors: [injected({ unstable_shimAsyncInject: 2_000 })],
});
