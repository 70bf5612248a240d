import { hasEarlierWallet, useWalletStore } from './wallet-store.ts';

type WalletModule = typeof import('./start-wallet.ts');

let started: Promise<WalletModule> | null = null;

/**
 * Fetches and starts the wallet library, once; returns its module. Rejects if it cannot be fetched; the next call
 * retries. It would be a fifth of the first load, so it is fetched on demand: on intent, with the connection's sheets,
 * or to restore the connection of an earlier visit.
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

/** Maximum wait for a wallet that does not answer. */
const RESTORE_PATIENCE_MS = 10_000;

/** Resolves once the connection of an earlier visit is restored or lost; rejects if the library cannot be fetched. */
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

/** Restores the connection of an earlier visit once the browser is idle. Call once at start. */
export function restoreWalletWhenIdle(): void {
  if (!hasEarlierWallet()) return;
  const load = () => void loadWallet().catch(() => undefined);
  if ('requestIdleCallback' in globalThis) requestIdleCallback(load, { timeout: 2_000 });
  else setTimeout(load, 300);
}
