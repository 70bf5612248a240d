import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode, startTransition } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { readApi } from '#platform/api.ts';
import { followNetwork } from '#platform/connection-store.ts';
import { overrideTexts, restoreLanguage, setCityNames } from '#platform/i18n/language-store.ts';
import { TextProvider } from '#platform/i18n/text-provider.tsx';
import { queryClient } from '#platform/query-client.ts';
import { followHistory, useEntry } from '#platform/router/location.ts';
import { screenIsHere } from '#platform/router/routes.ts';
import { followScrolling } from '#platform/router/scroll.ts';
import { currentSession, followOtherTabs } from '#platform/session-store.ts';
import { applyTheme } from '#platform/theme-store.ts';
import { connectEmbeddedWallet } from '#session/embedded-wallet.ts';
import { restoreWalletWhenIdle } from '#session/load-wallet.ts';
import { followReturn } from '#session/wallet-wait.ts';
import { watchConnection } from '#session/watch-connection.ts';
import { rememberInviter } from '#team/inviter-link.ts';
import { followSheetHistory } from '#ui/sheet-history.ts';
import { takeFirstAnswers } from './first-answers.ts';
import { RootPage } from './root-page.tsx';
import './router.ts';

/**
 * Starts the page in its element: first the code that follows the browser, then the first screen, then everything else.
 * Returns the React root. Call once per document.
 */
export async function startPage(element: HTMLElement): Promise<Root> {
  applyTheme();
  followOtherTabs();
  rememberInviter(location.search);
  followNetwork();
  followHistory();
  followScrolling();
  followSheetHistory();
  watchConnection();
  followReturn();
  connectEmbeddedWallet();
  takeFirstAnswers(element.dataset['answers']);
  await restoreLanguage();
  // The document already shows the screen or its outline, which the rendered screen replaces without another outline.
  await screenIsHere(useEntry.getState().path);
  const tree = (
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <TextProvider>
          <RootPage />
        </TextProvider>
      </QueryClientProvider>
    </StrictMode>
  );
  // A transition renders the first screen in short slices, between which a slow phone still responds to touch.
  const root = createRoot(element);
  startTransition(() => root.render(tree));
  restoreWalletWhenIdle();
  startInTime();
  await fetchTextOverrides();
  return root;
}

const LATER_MS = 3_000;
/** In the form for which the build needs no file in between. */
const importLater = async () => {
  const { startLater, startNotices } = await import('./start-later.ts');
  return { startLater, startNotices };
};

/**
 * Starts the rest immediately if an account's cached replies can be shown, or if the URL asks for something; otherwise
 * it would only compete with the first screen.
 */
function startInTime(): void {
  const begin = () => void importLater().then(({ startLater }) => startLater());
  if (currentSession() === null && location.search === '') setTimeout(begin, LATER_MS);
  else begin();
}

async function fetchTextOverrides(): Promise<void> {
  try {
    const { lang, cities, hasAnnouncements } = await readApi('GET /api/app/lang', {});
    setCityNames(cities);
    if (Object.keys(lang).length > 0) overrideTexts(lang);
    // Announcements of operators do not wait for the rest.
    if (hasAnnouncements) (await importLater()).startNotices();
  } catch {
    // The bundled texts are complete: the page works without the server's.
  }
}
