import { readApi } from '#platform/api.ts';
import { lazyCode } from '#platform/lazy-code.ts';
import { startOffline } from '#platform/start-offline.ts';

/** The flag in the page's address that shows the diagnostics. */
const DIAGNOSTICS_FLAG = 'debugger';
/** The token in the page's address of texts that an operator previews. */
const PREVIEW_FLAG = 'preview';

/** Starts what the first screen does not need. Call once, after it has been rendered. */
export function startLater(): void {
  const search = new URLSearchParams(location.search);
  if (search.has(DIAGNOSTICS_FLAG)) void showDiagnostics().catch(() => undefined);
  startNotices();
  startOffline();
}

let isStarted = false;

/** Shows announcements, and a preview where the address asks for one; once, however often it is called. */
export function startNotices(): void {
  if (isStarted) return;
  isStarted = true;
  showNotices(new URLSearchParams(location.search).get(PREVIEW_FLAG)).catch(() => {
    isStarted = false;
  });
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

/** The code of announcements is fetched where there is one, or a preview. */
async function showNotices(token: string | null): Promise<void> {
  const { announcements } = await readApi('POST /api/app/announcements', {});
  if (announcements.length === 0 && token === null) return;
  const code = lazyCode(['notices'], async () => (await import('./notices/start-notices.tsx')).startNotices);
  await code.fetch();
  await code.part?.(announcements, token);
}
