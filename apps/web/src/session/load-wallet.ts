import { hasEarlierWallet, useWalletStore } from './wallet-store.ts';

type WalletModule = typeof import('./start-wallet.ts');

let started: Promise<WalletModule> | null = null;

/**
 * Fetches the wallet library and starts it, once; returns its module. Rejects when it cannot be fetched; the next call
 * tries again. It would be a fifth of the first load, so it comes when a wallet is wanted: on intent, with the sheets
 * of the connection, or to restore the connection of an earlier visit.
 */
export function loadWallet(): Promise<WalletModule> {
  started ??= importAndStart().catch((error: unknown) => {
    started = null;
    throw error;
  });
  return started;
}

async function importAndStart(): Promise<WalletModule> {
  const module = await import('./start-wallet.ts');
  await module.startWallet();
  return module;
}

/** A wallet that does not answer is not waited for any longer. */
const RESTORE_PATIENCE_MS = 10_000;

/** Resolves once the connection of an earlier visit is restored or lost; rejects when the library cannot be fetched. */
export async function restoredWallet(): Promise<void> {
  await loadWallet();
  if (useWalletStore.getState().status !== 'reconnecting') return;
  await new Promise<void>((resolve) => {
    const timer = setTimeout(end, RESTORE_PATIENCE_MS);
    const stop = useWalletStore.subscribe(({ status }) => {
      if (status !== 'reconnecting') end();
    });
    function end() {
      clearTimeout(timer);
      stop();
      resolve();
    }
  });
}

/** Restores the connection of an earlier visit once the browser has nothing more urgent to do. Call once at start. */
export function restoreWalletWhenIdle(): void {
  if (!hasEarlierWallet()) return;
  const load = () => void loadWallet().catch(() => undefined);
  if ('requestIdleCallback' in globalThis) requestIdleCallback(load, { timeout: 2_000 });
  else setTimeout(load, 300);
}
