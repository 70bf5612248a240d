import { browserStorage } from '@city-mint/client/browser-storage.ts';
import { connect, getConnection, type ReconnectReturnType, reconnect, watchConnection } from 'wagmi/actions';
import { usePairing } from './pairing-store.ts';
import { walletConfig } from './wallet-config.ts';
import { hasEarlierWallet, useWalletStore } from './wallet-store.ts';

declare global {
  interface ImportMetaEnv {
    /** True in a build for the local chain, i.e. in the mode `devnet`. */
    readonly HAS_DEMO_WALLET?: boolean;
  }
}

let started: Promise<void> | null = null;
let restored: Promise<ReconnectReturnType> = Promise.resolve([]);

/** Synchronizes the page's connection with the wallet library's, and restores that of an earlier visit; once. */
export function startWallet(): Promise<void> {
  started ??= start();
  return started;
}

/** Returns the connections of an earlier visit once they are restored; none if there were none. */
export function restoredConnections(): Promise<ReconnectReturnType> {
  return restored;
}

async function start(): Promise<void> {
  const isReturning = hasEarlierWallet();
  await readPersisted();
  if (import.meta.env.HAS_DEMO_WALLET === true) (await import('./demo-wallet.ts')).announceDemoWallet();
  // Sets the status to `reconnecting` immediately; the watcher sees its end. It would disconnect a wallet that the user
  // has chosen since, hence the condition.
  if (isReturning && getConnection(walletConfig).status === 'disconnected') restored = reconnect(walletConfig);
  copyConnection();
  watchConnection(walletConfig, { onChange: copyConnection });
}

type Persisted = { hasHydrated(): boolean; onFinishHydration(listener: () => void): void };

function readPersisted(): Promise<void> {
  // The library's types lose those of its storage.
  const { persist } = walletConfig._internal.store as unknown as { readonly persist: Persisted };
  if (persist.hasHydrated()) return Promise.resolve();
  return new Promise((resolve) => {
    persist.onFinishHydration(() => resolve());
  });
}

function copyConnection(): void {
  const { status, address, chainId, connector } = getConnection(walletConfig);
  useWalletStore.setState({
    status,
    address,
    chainId,
    walletName: usePairing.getState().walletName ?? connector?.name ?? null,
  });
}

/**
 * Connects the wallet of an app's own browser without a request, unless the user has disconnected it. A failure is
 * silent, since the user can still connect by hand.
 */
export async function connectEmbedded(): Promise<void> {
  const injected = walletConfig.connectors.find((connector) => connector.id === 'injected');
  if (injected === undefined || getConnection(walletConfig).status !== 'disconnected') return;
  if (browserStorage.getItem('fmc.injected.disconnected') !== null) return;
  await connect(walletConfig, { connector: injected }).catch(() => undefined);
}
