import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { QueryObserver } from '@tanstack/react-query';
import { hasChosenLanguage, useLanguageStore } from '#platform/i18n/language-store.ts';
import type { PageLanguage } from '#platform/i18n/languages.ts';
import { lazyCode } from '#platform/lazy-code.ts';
import { preloadForTap, preloadLazyCode } from '#platform/preload-code.ts';
import { queryClient } from '#platform/query-client.ts';
import { startOffline } from '#platform/start-offline.ts';
import { preloadPrompts } from '#session/session-region.tsx';
import { hasEarlierWallet } from '#session/wallet-store.ts';
import { preloadSheet } from '#ui/sheet.tsx';
import { announcementsQuery } from './notices/notices-queries.ts';
import { offeredLanguage } from './notices/offered-language.ts';

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
  preloadForTap(() => prepareForTaps().catch(() => undefined));
  preloadLazyCode();
}

/** Fetches the session's sheets, and compiles the code of all sheets. */
async function prepareForTaps(): Promise<void> {
  // A visitor without a wallet of an earlier visit would load the wallet library too, a fifth of the first load.
  await (hasEarlierWallet() ? preloadPrompts() : preloadSheet());
  const { rehearseSheet } = await import('#ui/sheet-drawer.tsx');
  rehearseSheet();
}

let isStarted = false;

/**
 * Shows announcements, a preview if the URL asks for one, and offers the browser's language to a reader who has not
 * chosen one; starts once, however often it is called. Polls every
 * minute while the page is visible, and when it becomes visible again.
 */
export function startNotices(): void {
  if (isStarted) return;
  isStarted = true;
  const asked = {
    token: new URLSearchParams(location.search).get(PREVIEW_FLAG),
    offered: hasChosenLanguage() ? null : offeredLanguage(navigator.languages),
  };
  const observer = new QueryObserver(queryClient, announcementsQuery(useLanguageStore.getState().language));
  observer.subscribe(({ data }) => void (data && showNotices(data, asked).catch(() => undefined)));
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

type Asked = { readonly token: string | null; readonly offered: PageLanguage | null };

/** The code of announcements is fetched only if there is one, or a preview, or a language to offer. */
async function showNotices(announcements: Announcements, asked: Asked): Promise<void> {
  const { token, offered } = asked;
  if (notices === undefined && announcements.length === 0 && token === null && offered === null) return;
  notices ??= noticesCode();
  await notices.fetch();
  await notices.part?.(announcements, asked);
}
