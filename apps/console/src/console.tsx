import { retryUnlessRefused } from '@city-mint/client/refusal-error.ts';
import { CONSOLE_MESSAGES } from '@city-mint/texts/console-messages';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { useEffect } from 'react';
import { IntlProvider } from 'use-intl';
import { useLanguage } from '#platform/language-store.ts';
import type { ConsoleRouter } from './router.ts';

const LOCALES = { zh: 'zh-CN', en: 'en-GB' } as const;

/** Returns the cache of queries. Refusals are final; failed connections are retried. */
export function createQueries(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { staleTime: 5_000, retry: retryUnlessRefused },
    },
  });
}

type ConsoleProps = {
  readonly queries: QueryClient;
  readonly router: ConsoleRouter;
  /** Gets a missing or malformed text; the default prints it. */
  readonly onTextError?: (error: Error) => void;
};

/** The console: its texts in the chosen language, its queries, and the room at the address. */
export function Console({ queries, router, onTextError }: ConsoleProps) {
  const { language } = useLanguage();
  useEffect(() => {
    document.documentElement.lang = LOCALES[language];
    document.title = CONSOLE_MESSAGES[language].shell.product;
  }, [language]);
  return (
    <IntlProvider
      locale={LOCALES[language]}
      messages={CONSOLE_MESSAGES[language]}
      {...(onTextError !== undefined && { onError: onTextError })}
    >
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </IntlProvider>
  );
}
