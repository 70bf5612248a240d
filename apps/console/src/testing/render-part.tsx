import { newUser } from '@city-mint/client/testing/dom.ts';
import { CONSOLE_MESSAGES } from '@city-mint/texts/console-messages';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { IntlProvider } from 'use-intl';
import { onTestFinished } from 'vitest';
import { chooseLanguage } from '#platform/language-store.ts';
import { createQueries } from '../console.tsx';

export type RenderedPart = {
  readonly screen: typeof screen;
  readonly user: UserEvent;
  /** Removes the part and renders it again; stored settings remain. */
  renderAgain(): void;
};

/** Renders a part of the console in English, outside of its rooms, until the test ends. A missing text throws. */
export function renderPart(part: ReactNode): RenderedPart {
  chooseLanguage('en');
  const show = () => {
    const queries = createQueries();
    queries.setDefaultOptions({ queries: { retry: false } });
    render(
      <IntlProvider locale="en-GB" messages={CONSOLE_MESSAGES.en} onError={failOnText}>
        <QueryClientProvider client={queries}>{part}</QueryClientProvider>
      </IntlProvider>,
    );
  };
  show();
  onTestFinished(() => {
    cleanup();
    localStorage.clear();
  });
  return {
    screen,
    user: newUser(),
    renderAgain: () => {
      cleanup();
      show();
    },
  };
}

function failOnText(error: Error): never {
  throw error;
}
