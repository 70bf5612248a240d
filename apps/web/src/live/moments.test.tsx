import { startClock } from '@city-mint/client/testing/start-clock.ts';
import { act } from '@testing-library/react';
import { expect, onTestFinished, test } from 'vitest';
import { useAttentionStore } from '#platform/attention-store.ts';
import { loadTexts } from '#platform/i18n/language-store.ts';
import { addMoment, clearMoments, useMomentStore } from '#rounds/settlement/moment-store.ts';
import type { SettlementMoment } from '#rounds/settlement/settlement-moment.ts';
import { renderInPage } from '#testing/render-in-page.tsx';
import { zh } from '#testing/zh-texts.ts';
import { Moments } from './moments.tsx';

const momentOf = (roundId: string): SettlementMoment => ({
  ...{ roundId, cityId: '3', city: 'Lima', phase: 2, number: 4, orderId: roundId },
  ...{ joined: '100', netJu: '0', outcome: 'cancelled', refund: '100' },
});

/** Settles these rounds while the user types. */
async function settle(...roundIds: readonly string[]) {
  await loadTexts(['live']);
  onTestFinished(() => act(clearMoments));
  const page = renderInPage(
    <>
      <input />
      <Moments />
    </>,
  );
  act(() => page.screen.getByRole('textbox').focus());
  act(() => roundIds.map(momentOf).forEach(addMoment));
  return page;
}

const waiting = () => useMomentStore.getState().moments.length;

test('one round is named by its banner, which ends by a tap', async () => {
  const { screen, user } = await settle('1');
  expect(screen.getByRole('status')).toHaveTextContent('Lima 已取消');
  expect(screen.queryByRole('dialog')).toBeNull();
  await user.click(screen.getByRole('button', { name: zh.live.dismiss }));
  expect(screen.queryByRole('status')).toBeNull();
  expect(waiting()).toBe(0);
});

test('several rounds have one banner with their number, which ends by one tap', async () => {
  const { screen, user } = await settle('1', '2', '3');
  expect(screen.getAllByRole('status')).toHaveLength(1);
  expect(screen.getByRole('status')).toHaveTextContent('3 轮已结算');
  await user.click(screen.getByRole('button', { name: zh.live.dismiss }));
  expect(screen.queryByRole('status')).toBeNull();
  expect(waiting()).toBe(0);
});

test('several rounds lead to the orders by one tap', async () => {
  const { screen } = await settle('1', '2');
  expect(screen.getByRole('link', { name: zh.live.show })).toHaveAttribute('href', '/city?tab=mine');
});

test('the banner closes itself; the result stays for later, and the next round shows it again', async () => {
  const clock = startClock();
  const { screen } = await settle('1');
  await act(() => clock.advance(9_000));
  expect(screen.getByRole('status')).toBeVisible();
  await act(() => clock.advance(2_000));
  expect(screen.queryByRole('status')).toBeNull();
  expect(waiting()).toBe(1);
  expect(useAttentionStore.getState().city).toBe(true);
  act(() => addMoment(momentOf('2')));
  expect(screen.getByRole('status')).toHaveTextContent('2 轮已结算');
});
