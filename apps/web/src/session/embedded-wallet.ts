import { loadWallet } from './load-wallet.ts';
import { hasEarlierWallet } from './wallet-store.ts';

/**
 * In the browser of an exchange's or wallet's app, connects the injected wallet, immediately or once it announces that
 * it is initialized. Not on desktops, where extensions inject wallets too and would open a window uninvited. Call once
 * at start.
 */
export function connectEmbeddedWallet(): void {
  if (!isPhone()) return;
  const connect = () => void connectWhenLoaded().catch(() => undefined);
  // The library reconnects a wallet of an earlier visit.
  if ('ethereum' in window && window.ethereum !== undefined && !hasEarlierWallet()) connect();
  else addEventListener('ethereum#initialized', connect, { once: true });
}

async function connectWhenLoaded(): Promise<void> {
  await loadWallet();
  const { connectEmbedded } = await import('./start-wallet.ts');
  await connectEmbedded();
}

/** Returns whether the page runs in the browser of a wallet's or exchange's app, which injects its own wallet. */
export function isEmbedded(): boolean {
  return isPhone() && 'ethereum' in window && window.ethereum !== undefined;
}

/** Returns whether the page runs on a phone. */
export function isPhone(): boolean {
  return navigator.maxTouchPoints > 0 && /Mobi|Android|iPhone/i.test(navigator.userAgent);
}
