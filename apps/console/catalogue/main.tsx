import '#platform/schemas.ts';
import { CONSOLE_MESSAGES } from '@city-mint/texts/console-messages';
import { Catalogue } from '@city-mint/ui/catalogue/catalogue.tsx';
import { type Stories, storiesByName } from '@city-mint/ui/catalogue/stories.ts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { IntlProvider } from 'use-intl';
import { chooseLanguage, LANGUAGES, useLanguage } from '#platform/language-store.ts';
import { chooseTheme } from '#platform/theme-store.ts';
import './catalogue.css';

const stories = storiesByName(import.meta.glob<{ stories: Stories }>('./**/*.stories.tsx', { eager: true }));
const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
/** Links lead nowhere. */
const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() });

function ConsoleCatalogue() {
  const { language } = useLanguage();
  return (
    <IntlProvider locale={language} messages={CONSOLE_MESSAGES[language]}>
      <QueryClientProvider client={queries}>
        <RouterContextProvider router={router}>
          <Catalogue stories={stories} languages={LANGUAGES} showLanguage={showLanguage} showTheme={chooseTheme} />
        </RouterContextProvider>
      </QueryClientProvider>
    </IntlProvider>
  );
}

function showLanguage(name: string): void {
  document.documentElement.lang = name;
  chooseLanguage(LANGUAGES.find((language) => language === name) ?? 'zh');
}

const root = document.getElementById('root');
if (root !== null) {
  createRoot(root).render(
    <StrictMode>
      <ConsoleCatalogue />
    </StrictMode>,
  );
}
