import { connect, getConnection } from 'wagmi/actions';
import { browserStorage } from '#platform/browser-storage.ts';
import { walletConfig } from './wallet-config.ts';

/**
 * Inside the browser of an exchange's or wallet's app, connects the wallet that is there already, or as soon as it
 * announces that it is initialized. On a desktop the same comes from extensions, which would open a window without
 * being asked. Call once at start.
 */
export function connectEmbeddedWallet(): void {
  // A wallet of an earlier visit is connected again by the library.
  const isReturning = browserStorage.getItem('fmc.recentConnectorId') !== null;
  if ('ethereum' in window && window.ethereum !== undefined && !isReturning) return void connectIfEmbedded();
  addEventListener('ethereum#initialized', () => void connectIfEmbedded(), { once: true });
}

async function connectIfEmbedded(): Promise<void> {
  const injected = walletConfig.connectors.find((connector) => connector.id === 'injected');
  if (injected === undefined || !isPhone()) return;
  if (getConnection(walletConfig).status !== 'disconnected') return;
  // A user who disconnected on purpose stays disconnected.
  if (browserStorage.getItem('fmc.injected.disconnected') !== null) return;
  // A failure is silent: the user did not ask for it, and can still connect by hand.
  await connect(walletConfig, { connector: injected }).catch(() => undefined);
}

function isPhone(): boolean {
  return navigator.maxTouchPoints > 0 && /Mobi|Android|iPhone/i.test(navigator.userAgent);
}
