import { NOON, startClock } from '@city-mint/client/testing/start-clock.ts';
import { act, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { quietHome } from '#testing/replies/home.ts';
import { latestRound } from '#testing/replies/rounds.ts';
import { prepareVisitor } from '#testing/visit.tsx';
import { zh } from '#testing/zh-texts.ts';

const LATEST = 'POST /api/app/last/crowdfund';
const { practice: texts, home, live } = zh;

async function openPractice(latest = latestRound(NOON)) {
  const visitor = await prepareVisitor({ session: null });
  visitor.network.answer('GET /api/app/home', () => quietHome(Date.now()));
  visitor.network.answer('GET /api/app/warehouses', () => ({ cities: [] }));
  visitor.network.answer(LATEST, () => latest);
  const page = await visitor.open('/index');
  await page.user.click(await page.screen.findByRole('button', { name: home.tryIt }));
  const sheet = await page.screen.findByRole('dialog', { name: texts.title });
  return { ...visitor, ...page, sheet };
}

describe('a round with play money', () => {
  test('fills join by join, and ends with the coin; then the other ending; nothing is sent', async () => {
    const { sheet, network } = await openPractice();
    const start = await within(sheet).findByRole('button', { name: /100/ });
    startClock();
    const tick = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
    start.click();
    await tick(150 * 14);
    expect(within(sheet).getByRole('status')).toHaveTextContent(/14/);
    expect(within(sheet).queryByText(live.net)).toBeNull();
    await tick(150 * 41);
    const first = within(sheet).getByRole('status');
    const isMinted = first.textContent.includes(live.headline.minted);
    expect(first).toHaveTextContent(isMinted ? live.headline.minted : live.headline.failed);
    within(sheet)
      .getByRole('button', { name: isMinted ? texts.seeFailed : texts.seeMinted })
      .click();
    await tick(0);
    within(sheet).getByRole('button', { name: texts.skip }).click();
    await tick(0);
    const second = within(sheet).getByRole('status');
    expect(second).toHaveTextContent(isMinted ? live.headline.failed : live.headline.minted);
    // A call without an answer would throw.
    expect(network.calls(LATEST)).toHaveLength(1);
  });

  test('says so while no round was announced', async () => {
    const { sheet } = await openPractice({ ...latestRound(NOON), round: null, terms: null, termsHash: null });
    expect(await within(sheet).findByText(texts.none)).toBeVisible();
  });
});
