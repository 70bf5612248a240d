import { LANGUAGES } from '@city-mint/domain/languages';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToString } from 'react-dom/server';
import { IntlProvider } from 'use-intl';
import { HomePage } from '#home/home-page.tsx';
import { homeKeys } from '#home/home-queries.ts';
import { chooseLanguage, setCityNames, useLanguageStore } from '#platform/i18n/language-store.ts';
import { localeOf, parseLanguage } from '#platform/i18n/languages.ts';
import { citiesKeys } from '#rounds/cities-queries.ts';
import { TabBar } from '#ui/tab-bar.tsx';
import type { FirstAnswers } from './first-answers.ts';

/**
 * Returns the home screen as markup for the server's document, drawn from the API's answers in a language: what the
 * page's script shows first, without what is drawn by the script alone. It is a build of its own, which the API runs.
 */
export async function renderFirstPicture(answers: FirstAnswers, language: string): Promise<string> {
  await chooseLanguage(parseLanguage(LANGUAGES.find((known) => known === language)));
  setCityNames(answers.cityNames);
  const state = useLanguageStore.getState();
  // React asks a store for its initial state where there is no browser.
  Object.assign(useLanguageStore.getInitialState(), state);
  const client = new QueryClient();
  client.setQueryData(homeKeys.overview, answers.home);
  client.setQueryData(citiesKeys.list, answers.cities);
  const markup = renderToString(
    <QueryClientProvider client={client}>
      <IntlProvider locale={localeOf(state.language)} messages={state.messages} onError={() => undefined}>
        <HomePage />
        <TabBar />
      </IntlProvider>
    </QueryClientProvider>,
  );
  // The policy of the page allows no style in the markup, and buttons do nothing before the script: links do.
  return markup.replace(/ style="[^"]*"/g, '').replaceAll('<button ', '<button disabled="" ');
}

/** Returns the tag of a language for `<html lang>`, of the one that it is shown in. */
export function documentLanguage(language: string): string {
  return localeOf(parseLanguage(LANGUAGES.find((known) => known === language)));
}
