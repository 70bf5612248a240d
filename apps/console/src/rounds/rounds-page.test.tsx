import { captureDownloads } from '@city-mint/client/testing/capture-downloads.ts';
import { within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { type Desk, prepareDesk } from '#testing/desk.tsx';
import { headingsOf, rowsOf } from '#testing/read-table.ts';
import { sampleRound } from '#testing/replies/rounds.ts';

const NOW = Date.UTC(2026, 10, 20, 4);
const LIST = 'POST /api/ops/rounds';

function prepareRounds(items = [sampleRound(NOW)], options: Parameters<typeof prepareDesk>[0] = {}): Desk {
  const desk = prepareDesk(options);
  desk.network.reply(LIST, { items, nextCursor: null });
  const city = { latitude: 0, longitude: 0, names: {}, minted: 0, failed: 0, lastPlan: null };
  const cities = ['Oslo', 'Nairobi'].map((name) => ({ name, ...city }));
  desk.network.reply('POST /api/ops/cities', { items: cities, nextCursor: null });
  return desk;
}

test('the list shows how full each round is, cut off and not rounded, and what became of it', async () => {
  const ended = sampleRound(NOW, {
    ...{ roundId: '11', city: 'Oslo', state: 'ended', outcome: 'failed', filled: '0' },
    ...{ suspendedSince: NOW, pausedSince: NOW },
  });
  const { screen } = await prepareRounds([sampleRound(NOW), ended]).open('/rounds');
  const table = await screen.findByRole('table', { name: 'Rounds' });
  await within(table).findByText('Oslo');
  expect(headingsOf(table)).toEqual([
    ...['City', 'Phase · round', 'State', 'Progress', 'Filled', 'Quota', 'Orders', 'Time left', 'Opens', 'Closes'],
  ]);
  const [open, other] = rowsOf(table);
  expect(open?.slice(0, 7)).toEqual(['Nairobi', '2 · 4', 'Open', '99.9 %', '999.9999…JU', '1,000JU', '1,204']);
  expect(other?.slice(0, 4)).toEqual(['Oslo', '2 · 4', 'EndedFailedSuspendedPaused', '0.0 %']);
  expect(other?.[7]).toBe('');
});

test('rounds are filtered by city, state and time of opening, in the address and in the call', async () => {
  const { network, open } = prepareRounds();
  const desk = await open('/rounds');
  const city = await desk.screen.findByLabelText('City');
  await within(city).findByRole('option', { name: 'Oslo' });
  // In the order of letters.
  expect(
    within(city)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['All', 'Nairobi', 'Oslo']);
  await desk.user.selectOptions(city, 'Oslo');
  await desk.user.selectOptions(desk.screen.getByLabelText('State'), 'Minted');
  await expect
    .poll(() => network.calls(LIST).at(-1))
    .toEqual({
      ...{ city: 'Oslo', state: 'minted', cursor: null, limit: 50 },
    });
  expect(desk.address()).toBe('/rounds?city=Oslo&state=minted');
  const again = await desk.reload();
  expect(await again.screen.findByLabelText('State')).toHaveValue('minted');
});

test('a city that the address names is offered even if there is none of that name', async () => {
  const { screen } = await prepareRounds([]).open('/rounds?city=Atlantis');
  expect(await screen.findByLabelText('City')).toHaveValue('Atlantis');
  expect(await screen.findByText('No round fits the filters')).toBeVisible();
});

test('more rounds are read page by page, below those that are shown', async () => {
  const { network, open } = prepareRounds();
  network.answer(LIST, ({ cursor }) =>
    cursor === 'next'
      ? { items: [sampleRound(NOW, { roundId: '11', city: 'Oslo' })], nextCursor: null }
      : { items: [sampleRound(NOW)], nextCursor: 'next' },
  );
  const { screen, user } = await open('/rounds');
  expect(await screen.findByText('1 entry shown, there are more')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Load more' }));
  expect(await screen.findByText('2 entries')).toBeVisible();
  expect(rowsOf(screen.getByRole('table', { name: 'Rounds' })).map(([city]) => city)).toEqual(['Nairobi', 'Oslo']);
  expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull();
});

test('the file of the rounds has exact amounts and times in UTC', async () => {
  const downloads = captureDownloads();
  const { screen, user } = await prepareRounds([sampleRound(NOW, { state: 'full' })]).open('/rounds');
  await user.click(await screen.findByRole('button', { name: 'Export CSV' }));
  expect(await screen.findByText('1 entry exported')).toBeVisible();
  expect((await downloads.lines())[1]).toBe(
    'Nairobi,2.4,full,99.9,999.999999999999999999,1000,1204,,2026-11-20T03:00:00.000Z,2026-11-20T05:30:00.000Z',
  );
});

test('an export that fails says so and can be tried again; one that is stopped leaves nothing', async () => {
  const downloads = captureDownloads();
  const { network, open } = prepareRounds();
  const { screen, user } = await open('/rounds');
  await screen.findByText('Nairobi', { selector: 'td' });
  network.disconnect(LIST);
  await user.click(screen.getByRole('button', { name: 'Export CSV' }));
  expect(await screen.findByText('The export failed. Try again.')).toBeVisible();
  network.handle(LIST, () => new Promise(() => undefined));
  await user.click(screen.getByRole('button', { name: 'Export CSV' }));
  await user.click(await screen.findByRole('button', { name: 'Stop' }));
  expect(downloads.names).toEqual([]);
});

test('arrow keys go from row to row, and Enter opens the round', async () => {
  const { screen, user, address, network } = await withNetwork();
  network.disconnect('POST /api/ops/rounds/detail');
  network.disconnect('POST /api/ops/rounds/fill');
  const [first, second] = [...(await screen.findByRole('table')).querySelectorAll<HTMLElement>('tbody > tr')];
  first?.focus();
  await user.keyboard('{ArrowDown}');
  expect(second).toHaveFocus();
  await user.keyboard('{ArrowUp}');
  expect(first).toHaveFocus();
  await user.keyboard('{Enter}');
  await expect.poll(address).toBe('/rounds/12');
});

async function withNetwork() {
  const desk = prepareRounds([sampleRound(NOW), sampleRound(NOW, { roundId: '11', city: 'Oslo' })]);
  const open = await desk.open('/rounds');
  await open.screen.findByText('Oslo', { selector: 'td' });
  return { ...open, network: desk.network };
}
