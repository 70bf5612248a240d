import { startClock } from '@city-mint/client/testing/start-clock.ts';
import { Button } from '@city-mint/ui/button.tsx';
import { useQuery } from '@tanstack/react-query';
import { act } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { duringBlockingCall } from '#platform/loading.ts';
import { renderInPage } from '#testing/render-in-page.tsx';
import { LoadingOverlay } from './loading-overlay.tsx';

const keys = { slow: ['slow'] as const };

/** A part of a screen that reads something which takes as long as the test wants. */
function Reader({ read, earlier }: { readonly read: Promise<string>; readonly earlier?: string }) {
  const initial = earlier === undefined ? {} : { initialData: earlier, initialDataUpdatedAt: 0 };
  const { data, isFetching } = useQuery({ queryKey: keys.slow, queryFn: () => read, ...initial });
  return <p aria-busy={isFetching}>{data}</p>;
}

const bar = () => document.querySelector('.animate-slide-bar');

describe('LoadingOverlay', () => {
  test('blocks taps as soon as a command begins, and is seen only when it takes long', async () => {
    const clock = startClock();
    const { screen, texts } = renderInPage(<LoadingOverlay />);
    const command = Promise.withResolvers<void>();
    act(() => void duringBlockingCall(() => command.promise));
    expect(screen.getByRole('status')).toHaveClass('fixed', 'inset-0');
    await clock.advance(100);
    expect(screen.queryByText(texts.ui.working)).toBeNull();
    await clock.advance(100);
    expect(screen.getByText(texts.ui.working)).toBeVisible();
    await act(async () => command.resolve());
    expect(screen.queryByRole('status')).toBeNull();
  });

  test('blocks taps unseen while a button shows its own spinner', async () => {
    const clock = startClock();
    const { screen, texts } = renderInPage(
      <>
        <Button busy>join</Button>
        <LoadingOverlay />
      </>,
    );
    const command = Promise.withResolvers<void>();
    act(() => void duringBlockingCall(() => command.promise));
    await clock.advance(1_000);
    expect(screen.getByRole('status')).toHaveClass('fixed', 'inset-0');
    expect(screen.queryByText(texts.ui.working)).toBeNull();
    await act(async () => command.resolve());
  });

  test('ends with the last of several commands', async () => {
    const { screen } = renderInPage(<LoadingOverlay />);
    const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    act(() => void duringBlockingCall(() => first.promise));
    act(() => void duringBlockingCall(() => second.promise));
    await act(async () => first.resolve());
    expect(screen.getByRole('status')).toBeInTheDocument();
    await act(async () => second.resolve());
    expect(screen.queryByRole('status')).toBeNull();
  });

  test('ends with a command that fails', async () => {
    const { screen } = renderInPage(<LoadingOverlay />);
    const failed = duringBlockingCall(() => Promise.reject(new Error('no')));
    await act(async () => void (await failed.catch(() => undefined)));
    expect(screen.queryByRole('status')).toBeNull();
  });

  test('shows a thin bar for a read that takes long, and blocks nothing', async () => {
    const clock = startClock();
    const read = Promise.withResolvers<string>();
    const { screen } = renderInPage(
      <>
        <Reader read={read.promise} />
        <LoadingOverlay />
      </>,
    );
    expect(bar()).toBeNull();
    await clock.advance(200);
    expect(bar()).toBeInTheDocument();
    expect(screen.queryByRole('status')).toBeNull();
    read.resolve('read');
    await clock.advance(1);
    expect(bar()).toBeNull();
  });

  test('shows nothing for a refresh of what is on the screen', async () => {
    const clock = startClock();
    const { screen } = renderInPage(
      <>
        <Reader read={new Promise(() => undefined)} earlier="10 JU" />
        <LoadingOverlay />
      </>,
    );
    await clock.advance(1_000);
    expect(screen.getByText('10 JU')).toHaveAttribute('aria-busy', 'true');
    expect(bar()).toBeNull();
  });
});
