import { expect } from '@playwright/test';
import { checkAccessibility } from './fixtures/check-accessibility.ts';
import { enterSystem, fillJoin } from './fixtures/enter-system.ts';
import { test } from './fixtures/test.ts';
import { FUNDED_JU } from './system/fund-participants.ts';
import { openRound } from './system/open-round.ts';
import { systemAddresses } from './system/system-addresses.ts';
import { dataOf } from './system/system-client.ts';

test('other terms: joins and auto-mint wait until the reader has seen what changed and accepted it', async ({
  page,
}) => {
  // Beyond what a first try has published, which is still on offer.
  const further = 200 * test.info().retry;
  const [lossBps, widerBps] = [450 + further, 550 + further];
  const { client, available } = await enterSystem(page, 119);
  const before = await openRound({ city: 'Before', quota: '1000' });
  const sent = { roundId: before.roundId, termsHash: before.termsHash, amount: '10', requestId: crypto.randomUUID() };
  const order = dataOf(await client.call('POST /api/biz/crowdfund', sent));
  // All stays available, so that it takes no rank.
  dataOf(await client.call('POST /api/biz/set/repeat', { enabled: true, keep: FUNDED_JU, perRoundMaximum: '1' }));
  const round = await openRound({ city: 'After', quota: '1000', lossBps });
  // A consent that was known to cover is believed for half a second.
  const confirmed = {
    action: 'auto-mint',
    keep: FUNDED_JU,
    stopAfterLosses: 0,
    parallelRounds: 1,
    version: 1,
  } as const;
  await expect
    .poll(() => client.call('POST /api/app/user/confirmMessage', confirmed))
    .toMatchObject({ error: 'consent-required' });

  await page.goto(`${systemAddresses().url}/city?auto=open`);
  const auto = page.getByRole('dialog', { name: '自动铸造' });
  await expect(auto.getByText('自动铸造正在等您', { exact: false })).toBeVisible();
  await checkAccessibility(page);
  await auto.getByRole('button', { name: '阅读并同意' }).click();
  const consent = page.getByRole('dialog', { name: '风险与费用有变化' });
  await expect(consent.getByText(`→ 3–${lossBps / 100}%`)).toBeVisible();
  await consent.getByRole('button', { name: '返回' }).click();
  await expect(auto.getByLabel('始终保留')).toHaveValue(FUNDED_JU);

  const left = await available();
  await (await fillJoin(page, round, '20')).click();
  await expect(consent.getByText('您在 ', { exact: false })).toContainText('同意的是之前的版本');
  const { accepted, sections } = dataOf(await client.call('POST /api/app/user/disclosure', {}));
  // A second try has accepted whatever the first one had published.
  const earlier = further === 0 ? '3%' : expect.stringMatching(/^3–\d/);
  expect(accepted?.figures).toEqual([{ name: 'lossBps', earlier, now: `3–${lossBps / 100}%` }]);
  expect(sections.length).toBeGreaterThan(4);
  await checkAccessibility(page);
  expect(await available()).toBe(left);
  // What was ordered before is answered as before.
  expect(dataOf(await client.call('POST /api/biz/crowdfund', sent))).toEqual(order);

  // Other terms while it is read: what was checked was another text.
  await consent.getByRole('checkbox').check();
  await openRound({ city: 'Wider', quota: '1000', lossBps: widerBps });
  await expect(consent.getByText(`→ 3–${widerBps / 100}%`)).toBeVisible();
  await expect(consent.getByRole('checkbox')).not.toBeChecked();
  await consent.getByRole('checkbox').check();
  await consent.getByRole('button', { name: '同意并参与 20 JU' }).click();
  await expect(page.getByRole('dialog', { name: '订单已接受' })).toBeVisible();
  expect(Number(left) - Number(await available())).toBe(20);
  await page.goto(`${systemAddresses().url}/city?auto=open`);
  await expect(auto.getByLabel('始终保留')).toBeVisible();
  await expect(auto.getByText('自动铸造正在等您', { exact: false })).toHaveCount(0);
});
