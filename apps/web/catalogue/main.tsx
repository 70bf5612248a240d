import { TEXT_AREAS, type TextArea } from '@city-mint/texts/messages';
import { Catalogue } from '@city-mint/ui/catalogue/catalogue.tsx';
import { type Stories, storiesByName } from '@city-mint/ui/catalogue/stories.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { chooseLanguage, loadTexts } from '#platform/i18n/language-store.ts';
import { PAGE_LANGUAGES, parseLanguage } from '#platform/i18n/languages.ts';
import { TextProvider } from '#platform/i18n/text-provider.tsx';
import { queryClient } from '#platform/query-client.ts';
import { chooseTheme } from '#platform/theme-store.ts';
import { preloadSheet } from '#ui/sheet.tsx';
import './catalogue.css';

const stories = storiesByName(import.meta.glob<{ stories: Stories }>('./**/*.stories.tsx', { eager: true }));

/** The catalogue of the page's parts and of those that the console shares. */
async function start(element: HTMLElement): Promise<void> {
  await Promise.all([loadTexts(TEXT_AREAS as TextArea[]), preloadSheet()]);
  createRoot(element).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <TextProvider>
          <Catalogue stories={stories} languages={PAGE_LANGUAGES} showLanguage={showLanguage} showTheme={chooseTheme} />
        </TextProvider>
      </QueryClientProvider>
    </StrictMode>,
  );
}

const showLanguage = (language: string) => chooseLanguage(parseLanguage(language));

const root = document.getElementById('root');
if (root !== null) void start(root);
