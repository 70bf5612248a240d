import { getAddress } from 'viem';
import { createConnector } from 'wagmi';
import { usePairing } from './pairing-store.ts';
import type { RelayedProvider } from './relayed-provider.ts';
import { createRelayedSession, type RequestedChains } from './relayed-session.ts';

const REQUESTED_CHAINS = 'walletConnect.requestedChains';
const DISCONNECTED = 'walletConnect.disconnected';

/**
 * WalletConnect: wallets on other devices and in other apps on a phone. The SDK is opened by the first `connect`, or at
 * the start if there is a session to restore. Its events go to the wallet library, its pairing URI to `usePairing`.
 * Returns the connector for the wallet library.
 */
export function walletConnect(open: () => Promise<RelayedProvider>) {
  type Stored = { readonly [REQUESTED_CHAINS]: readonly number[]; readonly [DISCONNECTED]: true };
  return createConnector<RelayedProvider | undefined, Record<string, unknown>, Stored>((config) => {
    const [chain] = config.chains;
    const requested: RequestedChains = {
      read: async () => (await config.storage?.getItem(REQUESTED_CHAINS)) ?? [],
      async write(chainIds) {
        await config.storage?.setItem(REQUESTED_CHAINS, chainIds);
        // Like the library for other wallets: the page detects a wallet of an earlier visit by this entry.
        if (chainIds.length === 0) await config.storage?.setItem(DISCONNECTED, true);
        else await config.storage?.removeItem(DISCONNECTED);
      },
    };
    const session = createRelayedSession({
      open,
      chainId: chain.id,
      requested,
      listen(provider) {
        provider.on('accountsChanged', (accounts) => connector.onAccountsChanged(accounts));
        provider.on('chainChanged', (chainId) => connector.onChainChanged(chainId));
        provider.on('display_uri', (uri) => usePairing.setState({ pairing: { uri } }));
        provider.on('disconnect', () => connector.onDisconnect());
      },
    });
    const connector = {
      id: 'walletConnect',
      name: 'WalletConnect',
      type: 'walletConnect',
      async connect({ isReconnecting = false }: { readonly isReconnecting?: boolean | undefined } = {}) {
        const { accounts, chainId } = await session.join({ mayPair: !isReconnecting });
        return { accounts: addresses(accounts), chainId };
      },
      disconnect: () => session.end(),
      getAccounts: async () => addresses((await session.provider()).accounts),
      getChainId: async () => (await session.provider()).chainId,
      /** Undefined until a wallet is wanted: the library reads it at the start, which must not fetch the SDK. */
      getProvider: async () => ((await session.isWanted()) ? session.provider() : undefined),
      isAuthorized: () => session.restore().catch(() => false),
      onAccountsChanged(accounts: string[]) {
        if (accounts.length === 0) connector.onDisconnect();
        else config.emitter.emit('change', { accounts: addresses(accounts) });
      },
      onChainChanged: (chainId: string) => void config.emitter.emit('change', { chainId: Number(chainId) }),
      onDisconnect() {
        void requested.write([]);
        usePairing.setState({ walletName: null });
        config.emitter.emit('disconnect');
      },
    };
    // The library's type of `connect` depends on a parameter, `withCapabilities`, that the page never passes.
    return connector as typeof connector & { connect: never };
  });
}

function addresses(accounts: readonly string[]): readonly `0x${string}`[] {
  return accounts.map((account) => getAddress(account));
}
