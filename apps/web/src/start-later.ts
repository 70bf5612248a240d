import { lazyCode } from '#platform/lazy-code.ts';
import { startOffline } from '#platform/start-offline.ts';

/** The flag in the page's address that shows the diagnostics. */
const DIAGNOSTICS_FLAG = 'debugger';

/** Starts what the first screen does not need. Call once, after it has been rendered. */
export function startLater(): void {
  if (new URLSearchParams(location.search).has(DIAGNOSTICS_FLAG)) void showDiagnostics().catch(() => undefined);
  startOffline();
}

/** Not among what is fetched in advance: only who asks for it gets its code. */
async function showDiagnostics(): Promise<void> {
  const code = lazyCode(
    ['diagnostics'],
    async () => (await import('./diagnostics/start-diagnostics.tsx')).startDiagnostics,
  );
  await code.fetch();
  code.part?.();
}
