import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { startClock } from '@city-mint/client/testing/start-clock.ts';
import { DAY_MS } from '@city-mint/domain/time/durations';
import { fireEvent, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { exactAmounts } from '#testing/figures.ts';
import { configOf } from '#testing/replies/config.ts';
import { sampleRoot } from '#testing/replies/proof.ts';
import { prepareVisitor } from '#testing/visit.tsx';
import { zh } from '#testing/zh-texts.ts';

const HISTORY = 'GET /api/app/proof/history';
const { proof: texts } = zh;
type Page = ReplyOf<typeof HISTORY>;

const FIRST = Date.UTC(2026, 10, 20);
const day = (number: number, total: string, vaultBalance: string): Page['items'][number] => {
  const root = { currency: 'JU', total, vaultBalance, blockNumber: '7', madeAt: FIRST + number * DAY_MS } as const;
  return { day: root.madeAt, roots: [root, { ...root, currency: 'FMC', total: '5', vaultBalance: '6' }] };
};

async function prepareProof() {
  const visitor = await prepareVisitor({ session: null });
  visitor.network.reply('GET /api/app/proof', { roots: [sampleRoot()], head: null });
  visitor.network.reply('GET /api/app/proof/operator', {
    ...{ fromSuccesses: { earned: '0', paidOut: '0', balance: '0' }, payouts: [] },
    fromFailures: { earned: '0', paidOut: '0', balance: '0' },
  });
  visitor.network.answer('GET /api/app/config', () => configOf(Date.now()));
  visitor.network.rpc('eth_getBalance', () => '0x1');
  visitor.network.rpc('eth_call', () => '0x');
  return visitor;
}

async function openHistory(first: Page) {
  const visitor = await prepareProof();
  visitor.network.reply(HISTORY, first);
  const page = await visitor.open('/proof');
  const card = (await page.screen.findByRole('radio', { name: 'FMC' })).closest('section');
  if (card === null) throw new Error('no card');
  return { ...visitor, ...page, card };
}

test('shows the newest day, and any other by the slider, in both currencies', async () => {
  const { card, user } = await openHistory({
    items: [day(2, '100', '101'), day(1, '80', '90')],
    nextCursor: null,
  });
  expect(exactAmounts(card)).toEqual(['101', '100']);
  const slider = within(card).getByRole('slider', { name: texts.history.pick });
  expect(slider).toHaveAttribute('aria-valuetext', expect.stringContaining(`${texts.held} 101 JU`));
  fireEvent.change(slider, { target: { value: '0' } });
  expect(exactAmounts(card)).toEqual(['90', '80']);
  await user.click(within(card).getByRole('radio', { name: 'FMC' }));
  expect(exactAmounts(card)).toEqual(['6', '5']);
});

test('has every day in a table, the oldest first', async () => {
  const { card } = await openHistory({ items: [day(2, '100', '101'), day(1, '80', '90')], nextCursor: null });
  const rows = within(within(card).getByRole('table')).getAllByRole('row').slice(1);
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/9080$/),
    expect.stringMatching(/101100$/),
  ]);
});

test('of one day there are figures and no chart', async () => {
  const { card } = await openHistory({ items: [day(1, '80', '90')], nextCursor: null });
  expect(exactAmounts(card)).toEqual(['90', '80']);
  expect(within(card).queryByRole('slider')).toBeNull();
  expect(within(card).queryByRole('button', { name: texts.history.older })).toBeNull();
});

test('reads earlier days on request', async () => {
  const { card, user, network } = await openHistory({ items: [day(2, '100', '101')], nextCursor: 'next' });
  network.answer(HISTORY, ({ cursor }) =>
    cursor === 'next' ? { items: [day(1, '80', '90')], nextCursor: null } : { items: [], nextCursor: null },
  );
  await user.click(within(card).getByRole('button', { name: texts.history.older }));
  await expect.poll(() => within(card).getAllByRole('row').length).toBe(3);
  expect(within(card).queryByRole('button', { name: texts.history.older })).toBeNull();
});

test('a history that cannot be read leaves the rest of the proof', async () => {
  const clock = startClock();
  const visitor = await prepareProof();
  visitor.network.disconnect(HISTORY);
  const { screen } = await visitor.open('/proof');
  // The history is rendered after the answer, and read then.
  await clock.advance(1_000);
  await clock.advance(30_000);
  expect(screen.getByText(texts.owed)).toBeVisible();
  expect(screen.getByText(zh.ui.errorTitle)).toBeVisible();
  expect(screen.queryByRole('slider')).toBeNull();
});
