import { browserStorage } from '@city-mint/client/browser-storage.ts';
import { releaseOfPage } from '@city-mint/client/page-release.ts';
import { trustedScriptUrl } from '@city-mint/client/trusted-scripts.ts';
import { useConnectionStore } from './connection-store.ts';
import { keepOfflineCopy, removeOfflineCopy, restoreOfflineCopy } from './offline-copy.ts';
import { queryClient } from './query-client.ts';
import { currentSession, useSessionStore } from './session-store.ts';

/**
 * Makes the page readable offline: restores the account's last replies, keeps storing new ones, and registers the
 * service worker that opens the page. Call once, after the first screen has rendered.
 */
export function startOffline(): void {
  const copy = {
    client: queryClient,
    storage: browserStorage,
    address: () => currentSession()?.address ?? null,
    release: releaseOfPage(),
  };
  const restoredFrom = restoreOfflineCopy(copy);
  if (restoredFrom !== null) {
    useConnectionStore.setState(({ lastAnswerAt }) => ({ lastAnswerAt: lastAnswerAt ?? restoredFrom }));
  }
  keepOfflineCopy(copy);
  useSessionStore.subscribe(({ session }, before) => {
    if (session?.address !== before.session?.address) removeOfflineCopy(browserStorage);
  });
  void registerServiceWorker();
}

/** Without a service worker (private windows, some wallets' browsers) the page works, but does not open offline. */
async function registerServiceWorker(): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  try {
    await navigator.serviceWorker.register(trustedScriptUrl('/service-worker.js'), { updateViaCache: 'none' });
  } catch {
    // The browser does not allow it here.
  }
}
