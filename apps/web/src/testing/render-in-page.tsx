import { localeOf } from '@city-mint/domain/languages';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { type UserEvent, userEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { IntlProvider } from 'use-intl';
import { onTestFinished } from 'vitest';
import { useLanguageStore } from '#platform/i18n/language-store.ts';
import { queryClient } from '#platform/query-client.ts';
import { zh } from './zh-texts.ts';

type RenderedPage = { readonly screen: typeof screen; readonly user: UserEvent; readonly texts: typeof zh };

/**
 * Renders a part of the page as the page does, with its queries and the texts of the default language, until the test
 * ends. Returns the document, a user who types and taps, and the texts.
 */
export function renderInPage(part: ReactNode): RenderedPage {
  const { language } = useLanguageStore.getState();
  render(
    <QueryClientProvider client={queryClient}>
      <IntlProvider locale={localeOf(language)} messages={zh} onError={failOnMissingText}>
        {part}
      </IntlProvider>
    </QueryClientProvider>,
  );
  onTestFinished(() => {
    cleanup();
    queryClient.clear();
  });
  return { screen, user: userEvent.setup(), texts: zh };
}

function failOnMissingText(error: Error): never {
  throw error;
}
