import { newUser } from '@city-mint/client/testing/dom.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { onTestFinished, vi } from 'vitest';
import { TextProvider } from '#platform/i18n/text-provider.tsx';
import { queryClient } from '#platform/query-client.ts';
import { useToastStore } from '#platform/toast-store.ts';
import { useConfirmStore } from '#ui/confirm-store.ts';
import { zh } from './zh-texts.ts';

export type RenderedPage = {
  readonly screen: typeof screen;
  readonly user: UserEvent;
  readonly texts: typeof zh;
  /** Removes the rendered part, as leaving its screen does. */
  unmount(): void;
};

/**
 * Renders a part of the page as the page does, with its queries and the texts of the chosen language, until the test
 * ends. Returns the document, a user who types and taps, and the texts of the default language. A missing text throws.
 */
export function renderInPage(part: ReactNode): RenderedPage {
  const { unmount } = render(
    <QueryClientProvider client={queryClient}>
      <TextProvider onError={failOnMissingText}>{part}</TextProvider>
    </QueryClientProvider>,
  );
  onTestFinished(async () => {
    cleanup();
    queryClient.clear();
    useConfirmStore.getState().asked?.answer(false);
    useToastStore.setState({ toast: null });
    // Closing a sheet removes its history entry asynchronously.
    if (vi.isFakeTimers()) await vi.advanceTimersByTimeAsync(0);
    else await new Promise((resolve) => setTimeout(resolve));
  });
  return { screen, user: newUser(), texts: zh, unmount };
}

function failOnMissingText(error: Error): never {
  throw error;
}
