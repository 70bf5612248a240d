import { localeOf } from '@city-mint/domain/languages';
import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { IntlProvider } from 'use-intl';
import { readApi } from '#platform/api.ts';
import { followNetwork } from '#platform/connection-store.ts';
import { overrideTexts, restoreLanguage, setCityNames, useLanguageStore } from '#platform/i18n/language-store.ts';
import { preloadLazyCode } from '#platform/lazy-code.ts';
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
import './styles.css';

async function start(root: HTMLElement): Promise<void> {
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
  takeFirstAnswers(root.dataset['answers']);
  await restoreLanguage();
  // The document shows the screen already, or its outline: in its place comes the screen, without another outline.
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
  // As a transition, the first screen is rendered in short slices between which a slow phone still responds to touch.
  startTransition(() => createRoot(root).render(tree));
  restoreWalletWhenIdle();
  preloadLazyCode();
  startInTime();
  await fetchTextOverrides();
}

const LATER_MS = 3_000;
const importLater = () => import('./start-later.ts');

/**
 * At once where an account's last answers can be shown, or where the address asks for something; for others it would
 * only compete with the first screen.
 */
function startInTime(): void {
  const begin = () => void importLater().then(({ startLater }) => startLater());
  if (currentSession() === null && location.search === '') setTimeout(begin, LATER_MS);
  else begin();
}

/**
 * Provides the texts of the chosen language. A malformed text from the server is shown as it is; it never throws.
 * No time zone is set: `formatTime` does not need it, and asking the browser for it costs 100 ms on a slow phone.
 */
function TextProvider({ children }: { readonly children: ReactNode }) {
  const language = useLanguageStore((state) => state.language);
  const messages = useLanguageStore((state) => state.messages);
  return (
    <IntlProvider locale={localeOf(language)} messages={messages} onError={() => undefined}>
      {children}
    </IntlProvider>
  );
}

async function fetchTextOverrides(): Promise<void> {
  try {
    const { lang, cities, hasAnnouncements } = await readApi('GET /api/app/lang', {});
    setCityNames(cities);
    if (Object.keys(lang).length > 0) overrideTexts(lang);
    // What operators announce does not wait until all else is started.
    if (hasAnnouncements) (await importLater()).startNotices();
  } catch {
    // The bundled texts are complete: the page works without the server's.
  }
}

const root = document.getElementById('root');
if (root !== null) void start(root);
