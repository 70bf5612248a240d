import { browserStorage } from '@city-mint/client/browser-storage.ts';
import { type Connector, createConfig, createStorage, http } from 'wagmi';
import { watchConnectors } from 'wagmi/actions';
import { injected } from 'wagmi/connectors/injected';
import { buildSettings } from '#platform/build-settings.ts';
import { translate } from '#platform/i18n/translate.ts';
import { activeChain } from './active-chain.ts';
import { makePolite } from './polite-provider.ts';
import { openRelayedProvider } from './relayed-provider.ts';
import { walletConnect } from './wallet-connect.ts';

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
  connectors: [injected({ unstable_shimAsyncInject: 2_000 }), ...relayedConnectors()],
});

const makeAllPolite = (connectors: readonly Connector[]) => {
  for (const connector of connectors) makePolite(connector);
};
makeAllPolite(walletConfig.connectors);
watchConnectors(walletConfig, { onChange: makeAllPolite });

/** WalletConnect, if the build has a project id for it. */
function relayedConnectors() {
  const { walletConnectProjectId: projectId, walletConnectRelay: relayUrl, chainId, rpcUrl } = buildSettings;
  if (projectId === null) return [];
  const description = () => translate('session.about');
  const open = () =>
    openRelayedProvider({ projectId, relayUrl, chainId, rpcUrl, origin: location.origin, description: description() });
  return [walletConnect(open)];
}
