import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { QueryObserver } from '@tanstack/react-query';
import { useLanguageStore } from '#platform/i18n/language-store.ts';
import { lazyCode } from '#platform/lazy-code.ts';
import { queryClient } from '#platform/query-client.ts';
import { startOffline } from '#platform/start-offline.ts';
import { announcementsQuery } from './notices/notices-queries.ts';

/** The flag in the page's URL that shows the diagnostics. */
const DIAGNOSTICS_FLAG = 'debugger';
/** The parameter in the page's URL with the token of texts that an operator previews. */
const PREVIEW_FLAG = 'preview';

/** Starts everything that the first screen does not need. Call once, after it has rendered. */
export function startLater(): void {
  const search = new URLSearchParams(location.search);
  if (search.has(DIAGNOSTICS_FLAG)) void showDiagnostics().catch(() => undefined);
  startNotices();
  startOffline();
}

let isStarted = false;

/**
 * Shows announcements, and a preview if the URL asks for one; starts once, however often it is called. Polls every
 * minute while the page is visible, and when it becomes visible again.
 */
export function startNotices(): void {
  if (isStarted) return;
  isStarted = true;
  const token = new URLSearchParams(location.search).get(PREVIEW_FLAG);
  const observer = new QueryObserver(queryClient, announcementsQuery(useLanguageStore.getState().language));
  observer.subscribe(({ data }) => void (data && showNotices(data, token).catch(() => undefined)));
  useLanguageStore.subscribe(({ language }) => observer.setOptions(announcementsQuery(language)));
}

/** Not prefetched: only pages with the flag fetch its code. */
async function showDiagnostics(): Promise<void> {
  const code = lazyCode(
    ['diagnostics'],
    async () => (await import('./diagnostics/start-diagnostics.tsx')).startDiagnostics,
  );
  await code.fetch();
  code.part?.();
}

const noticesCode = () => lazyCode(['notices'], async () => (await import('./notices/start-notices.tsx')).showNotices);
/** Undefined until there is something to show; not prefetched either. */
let notices: ReturnType<typeof noticesCode> | undefined;

type Announcements = ReplyOf<'POST /api/app/announcements'>['announcements'];

/** The code of announcements is fetched only if there is one, or a preview. */
async function showNotices(announcements: Announcements, token: string | null): Promise<void> {
  if (notices === undefined && announcements.length === 0 && token === null) return;
  notices ??= noticesCode();
  await notices.fetch();
  await notices.part?.(announcements, token);
}
