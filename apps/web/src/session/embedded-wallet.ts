import { loadWallet } from './load-wallet.ts';
import { hasEarlierWallet } from './wallet-store.ts';

/**
 * Inside the browser of an exchange's or wallet's app, connects the wallet that is there already, or as soon as it
 * announces that it is initialized. On a desktop the same comes from extensions, which would open a window without
 * being asked. Call once at start.
 */
export function connectEmbeddedWallet(): void {
  if (!isPhone()) return;
  const connect = () => void connectWhenLoaded().catch(() => undefined);
  // A wallet of an earlier visit is connected again by the library.
  if ('ethereum' in window && window.ethereum !== undefined && !hasEarlierWallet()) connect();
  else addEventListener('ethereum#initialized', connect, { once: true });
}

async function connectWhenLoaded(): Promise<void> {
  await loadWallet();
  const { connectEmbedded } = await import('./start-wallet.ts');
  await connectEmbedded();
}

/** Whether the page runs inside the browser of a wallet's or exchange's app, which brings its own wallet. */
export function isEmbedded(): boolean {
  return isPhone() && 'ethereum' in window && window.ethereum !== undefined;
}

/** Whether the page runs on a phone. */
export function isPhone(): boolean {
  return navigator.maxTouchPoints > 0 && /Mobi|Android|iPhone/i.test(navigator.userAgent);
}
