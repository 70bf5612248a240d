import { startClock } from '@city-mint/client/testing/start-clock.ts';
import { act } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { showToast } from '#platform/toast-store.ts';
import { renderInPage } from '#testing/render-in-page.tsx';
import { ToastRegion } from './toast.tsx';

describe('ToastRegion', () => {
  test('shows a text for two seconds', async () => {
    const clock = startClock();
    const { screen } = renderInPage(<ToastRegion />);
    act(() => showToast('Copied', 'success'));
    expect(screen.getByText('Copied')).toBeVisible();
    await clock.advance(1_900);
    expect(screen.getByText('Copied')).toBeVisible();
    await clock.advance(200);
    expect(screen.queryByText('Copied')).toBeNull();
  });

  test('shows the next text in place of the last, for two seconds of its own', async () => {
    const clock = startClock();
    const { screen } = renderInPage(<ToastRegion />);
    act(() => showToast('First'));
    await clock.advance(1_500);
    act(() => showToast('Second', 'danger'));
    expect(screen.queryByText('First')).toBeNull();
    await clock.advance(1_500);
    expect(screen.getByText('Second')).toBeVisible();
  });

  test('is read out by screen readers, also below an open sheet', () => {
    const { screen } = renderInPage(<ToastRegion />);
    const region = screen.getByRole('status');
    expect(region).toHaveAttribute('aria-live', 'polite');
    expect(region).toHaveAttribute('data-base-ui-inert-exempt');
  });

  test.each([
    ['plain', 0],
    ['success', 1],
    ['danger', 1],
  ] as const)('has %s text with %i icons', (kind, icons) => {
    const { screen } = renderInPage(<ToastRegion />);
    act(() => showToast('Text', kind));
    expect(screen.getByText('Text').parentElement?.querySelectorAll('svg')).toHaveLength(icons);
  });
});
