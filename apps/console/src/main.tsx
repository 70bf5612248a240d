import { retryUnlessRefused } from '@city-mint/client/refusal-error.ts';
import '#platform/schemas.ts';
import { CONSOLE_MESSAGES } from '@city-mint/texts/console-messages';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode, useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { IntlProvider } from 'use-intl';
import { buildSettings } from '#platform/build-settings.ts';
import { useLanguage } from '#platform/language-store.ts';
import { applyTheme } from '#platform/theme-store.ts';
import { announceDemoOperators } from '#session/demo-operators.ts';
import { router } from './router.ts';
import './styles.css';

const LOCALES = { zh: 'zh-CN', en: 'en-GB' } as const;

/** Refusals are final; failed connections are retried. */
const queries = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 5_000, retry: retryUnlessRefused },
  },
});

function Console() {
  const { language } = useLanguage();
  useEffect(() => {
    document.documentElement.lang = LOCALES[language];
    document.title = CONSOLE_MESSAGES[language].shell.product;
  }, [language]);
  return (
    <IntlProvider locale={LOCALES[language]} messages={CONSOLE_MESSAGES[language]}>
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </IntlProvider>
  );
}

/**
 * Some systems report an invalid language (LANG=POSIX: `en-US@posix`). The charts' library creates a number format from
 * it when it loads, which would break every room with a chart.
 */
function correctLanguage(): void {
  try {
    Intl.getCanonicalLocales(navigator.language);
  } catch {
    Object.defineProperty(navigator, 'language', { value: 'en' });
  }
}

correctLanguage();
applyTheme();
announceDemoOperators(buildSettings.demoOperators, buildSettings.chainId);
const root = document.getElementById('root');
if (root === null) throw new Error('the document has no #root');
createRoot(root).render(
  <StrictMode>
    <Console />
  </StrictMode>,
);
