import { connect, getConnection } from 'wagmi/actions';
import { browserStorage } from '#platform/browser-storage.ts';
import { walletConfig } from './wallet-config.ts';

/**
 * Inside the browser of an exchange's or wallet's own app the page connects by itself, once that wallet announces that it is initialised.
 * On a desktop the same event comes from extensions, which would open a window unasked: there the visitor chooses. Call once at start.
 */
export function connectEmbeddedWallet(): void {
  addEventListener('ethereum#initialized', () => void connectIfEmbedded(), { once: true });
}

async function connectIfEmbedded(): Promise<void> {
  const injected = walletConfig.connectors.find((connector) => connector.id === 'injected');
  if (injected === undefined || !isPhone()) return;
  if (getConnection(walletConfig).status !== 'disconnected') return;
  // Whoever disconnected on purpose is not connected again.
  if (browserStorage.getItem('fmc.injected.disconnected') !== null) return;
  // A failure here is silent: nobody asked for anything, and the connect prompt is still there.
  await connect(walletConfig, { connector: injected }).catch(() => undefined);
}

function isPhone(): boolean {
  return navigator.maxTouchPoints > 0 && /Mobi|Android|iPhone/i.test(navigator.userAgent);
}
