import { waitFor } from '@testing-library/react';
import { describe, expect, onTestFinished, test } from 'vitest';
import { installFakeNotifications } from '#testing/fake-notifications.ts';
import { renderInPage } from '#testing/render-in-page.tsx';
import { zh } from '#testing/zh-texts.ts';
import { ToastRegion } from '#ui/toast.tsx';
import { NotificationOffer } from './notification-offer.tsx';

const { notify: texts } = zh;

function renderOffer() {
  onTestFinished(() => localStorage.clear());
  return renderInPage(
    <>
      <NotificationOffer />
      <ToastRegion />
    </>,
  );
}

describe('NotificationOffer', () => {
  test('turns notifications on by a tap, and is gone', async () => {
    installFakeNotifications();
    const { screen, user } = renderOffer();
    await user.click(screen.getByRole('button', { name: texts.offer }));
    expect(await screen.findByText(texts.turnedOn)).toBeVisible();
    expect(screen.queryByRole('button')).toBeNull();
  });

  test('says nothing where the user refuses in the browser', async () => {
    installFakeNotifications().answerWith('denied');
    const { screen, user } = renderOffer();
    await user.click(screen.getByRole('button', { name: texts.offer }));
    await waitFor(() => expect(screen.queryByRole('button')).toBeNull());
    expect(screen.queryByText(texts.turnedOn)).toBeNull();
  });

  test.each([
    ['where they are blocked', 'denied'],
    ['where the browser has none', null],
  ] as const)('is not made %s', (_name, permission) => {
    if (permission !== null) installFakeNotifications(permission);
    const { screen } = renderOffer();
    expect(screen.queryByRole('button')).toBeNull();
  });

  test('is not made where they are on', () => {
    installFakeNotifications('granted');
    localStorage.setItem('fmc.notify', 'on');
    const { screen } = renderOffer();
    expect(screen.queryByRole('button')).toBeNull();
  });
});
