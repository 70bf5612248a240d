import { EVENTS_KEY } from '@city-mint/client/testing/fake-network.ts';
import { startClock } from '@city-mint/client/testing/start-clock.ts';
import { sumOfTexts } from '@city-mint/domain/money/amount-text';
import { act, within } from '@testing-library/react';
import { expect, onTestFinished, test } from 'vitest';
import { applyEvent } from '#live/apply-event.ts';
import { createRoundFigures } from '#live/round-figures.ts';
import { useLiveStore } from '#platform/live-store.ts';
import { queryClient } from '#platform/query-client.ts';
import { useSettlementMoments } from '#rounds/settlement/use-settlement-moments.ts';
import { renderInPage } from '#testing/render-in-page.tsx';
import { NONE_IN_ROUND, sampleOrder } from '#testing/replies/orders.ts';
import { ALICE } from '#testing/sample-session.ts';
import { openJoinForm, prepareCity } from '#testing/visit-city.tsx';
import { zh } from '#testing/zh-texts.ts';

/** Watches the settlements of the account, as every screen does. */
function Watch() {
  useSettlementMoments(ALICE);
  return null;
}

/** Records the paths of all calls from now on, except the stream of live events. */
function recordCalls(): string[] {
  const paths: string[] = [];
  const fetchNow = globalThis.fetch;
  globalThis.fetch = (input, init) => {
    const path = String(input instanceof Request ? input.url : input);
    if (!EVENTS_KEY.endsWith(path)) paths.push(path);
    return fetchNow(input, init);
  };
  onTestFinished(() => {
    globalThis.fetch = fetchNow;
    useLiveStore.setState({ isLive: false });
  });
  return paths;
}

test.each([0, 600])('with %i open orders in its round, a join causes three reads', async (held) => {
  const clock = startClock();
  const visitor = await prepareCity();
  const { network } = visitor;
  let orders = Array.from({ length: held }, (_, index) =>
    sampleOrder(index, { orderId: `${held - index}`, roundId: '12', accepted: '1' }),
  );
  network.answer('POST /api/biz/mint/inRound', () => ({
    ...NONE_IN_ROUND,
    orders: orders.length,
    joined: sumOfTexts(orders.map(({ accepted }) => accepted)),
  }));
  network.answer('POST /api/biz/mint/outcomes', () => ({ unsettled: orders.length > 0 ? ['12'] : [], settled: [] }));
  network.answer('POST /api/biz/crowdfund', ({ amount }) => {
    orders = [sampleOrder(0, { orderId: '1000', roundId: '12', accepted: amount }), ...orders];
    return { orderId: '1000', roundId: '12', rank: 9, asked: amount, accepted: amount, joinedAt: 0, late: false };
  });
  const page = await visitor.open('/city?city=1');
  renderInPage(<Watch />);
  const sheet = await openJoinForm(page);
  await page.user.type(within(sheet).getByLabelText(zh.rounds.join.amount), '12');
  await act(() => clock.advance(1_000));
  const confirm = await within(sheet).findByRole('button', { name: '确认参与 12 JU' });
  useLiveStore.setState({ isLive: true });
  const paths = recordCalls();
  await page.user.click(confirm);
  await page.screen.findByRole('dialog', { name: zh.rounds.join.doneTitle });
  // The API says that the balance changed.
  const { stale } = applyEvent(createRoundFigures(queryClient), { id: null, name: 'balances', data: '{}' });
  await act(async () => {
    for (const queryKey of stale) void queryClient.invalidateQueries({ queryKey });
    await clock.advance(3_000);
  });
  expect(paths.toSorted()).toEqual(
    ['/api/biz/crowdfund', '/api/biz/mint/inRound', '/api/biz/mint/outcomes', '/api/app/user/asset'].toSorted(),
  );
});
