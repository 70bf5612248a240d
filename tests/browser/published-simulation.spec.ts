import { planRequest } from '@city-mint/api-contract/rounds/plan-request';
import { CONSOLE_OPERATORS, signInOperator } from '@city-mint/devnet/operators';
import { formatAmount } from '@city-mint/domain/money/amount-text';
import type { PhasePlan } from '@city-mint/domain/rounds/phase-plan';
import { outlookWords } from '@city-mint/domain/simulation/outlook-words';
import { parsePublication, simulatePublished } from '@city-mint/domain/simulation/published-simulation';
import type { Outlook } from '@city-mint/domain/simulation/simulate-plan';
import { stopAfter } from '@city-mint/domain/simulation/stop-after';
import { expect, type Locator, type Page } from '@playwright/test';
import { operatorPublication } from '../builders/operator-plan.ts';
import { checkAccessibility } from './fixtures/check-accessibility.ts';
import { figure } from './fixtures/figures.ts';
import { gotoQuiet } from './fixtures/goto-quiet.ts';
import { test } from './fixtures/test.ts';
import { watchPage } from './fixtures/watch-page.ts';
import { type OpenRound, openRound } from './system/open-round.ts';
import { CHAIN_ID, systemAddresses } from './system/system-addresses.ts';

const TITLE = '这个计划的可能结果';

/** Publishes a plan of four rounds as two operators do, with a crowd that stops in its second one. */
async function publishBySigning(plan: PhasePlan): Promise<void> {
  const { opsUrl, contracts } = systemAddresses();
  const { vault } = contracts;
  const signIn = (operator: (typeof CONSOLE_OPERATORS)[number]) =>
    signInOperator(operator, { opsUrl, page: opsUrl, chainId: CHAIN_ID, vault });
  const [first, second] = [await signIn(CONSOLE_OPERATORS[0]), await signIn(CONSOLE_OPERATORS[1])];
  const request = planRequest({ ...plan, rounds: 4 });
  // Early in the window of that round, which is not filled then.
  const crowd = { ...operatorPublication(plan.city), crowdStopsAtBps: 1_000 };
  const fields = { ...crowd, ...request, reason: 'the first phase' };
  const proposed = await first.act('plans/publish', fields);
  if (!proposed.ok || proposed.data.proposalId === null) throw new Error(`not proposed: ${JSON.stringify(proposed)}`);
  const confirmed = await second.confirm(proposed.data.proposalId, 'checked');
  if (!confirmed.ok) throw new Error(confirmed.error);
}

/** Returns what was published of a round's plan, as the API has it. */
async function published(page: Page, { roundId }: OpenRound) {
  const reply = await page.request.get(`${systemAddresses().url}/api/app/rounds/${roundId}/plan`);
  const { data } = await reply.json();
  const parsed = parsePublication(data.plan, data.simulation);
  if (!parsed.ok) throw new Error(parsed.error);
  return { ...parsed, log: data.log };
}

/** Compares what the sheet shows with an outlook, to the unit. */
async function expectFigures(sheet: Locator, outlook: Outlook): Promise<void> {
  const { worst, rounds } = outlook;
  if (worst === null) throw new Error('the crowd stops');
  const { everybody, since } = outlookWords(outlook);
  await expect(figure(sheet, '未补偿的损失')).toHaveAttribute('value', formatAmount(worst.loss - worst.compensation));
  await expect(figure(sheet, '储备金补偿')).toHaveAttribute('value', formatAmount(worst.compensation));
  await expect(figure(sheet, '平均').first()).toHaveAttribute('value', formatAmount(everybody.meanJu));
  const cells = (caption: string) =>
    sheet.locator('table').filter({ hasText: caption }).locator('tbody tr').locator('td:nth-of-type(3) data');
  const values = (found: Locator) => found.evaluateAll((all) => all.map((one) => one.getAttribute('value')));
  expect(await values(cells('按首次参与的轮次'))).toEqual(since.map(({ meanJu }) => formatAmount(meanJu)));
  const highs = await values(cells('储备金 (JU)'));
  expect(highs.slice(1)).toEqual(rounds.map(({ reserve }) => formatAmount(reserve.high)));
}

test('the simulation of a plan: the operators’ figures on this device, and the reader’s own stop', async ({ page }) => {
  const { url } = systemAddresses();
  const errors = await watchPage(page, url);
  const round = await openRound({ city: 'Seer', quota: '700' }, publishBySigning);
  const { plan, simulation, log } = await published(page, round);
  await gotoQuiet(page, `${url}/city?city=${round.cityId}`);
  await page.getByRole('button', { name: TITLE }).click();
  const sheet = page.getByRole('dialog', { name: TITLE });
  await expect(sheet.getByText('虚构的人群，不是预测')).toBeVisible();
  await expectFigures(sheet, simulatePublished(plan, simulation));
  await expect(sheet.getByText('−3%')).toBeVisible();
  await checkAccessibility(page);

  const entry = sheet.getByRole('link', { name: `公开日志第 ${log.logId} 条` });
  const found = await (await page.request.get(new URL((await entry.getAttribute('href')) ?? '', url).href)).json();
  expect(found.data.items).toMatchObject([{ logId: log.logId, action: 'plans/publish', operator: log.operator }]);
  expect(found.data.items[0].after).toMatchObject({ simulationSeed: '42', crowdNewcomers: '40' });

  await sheet.getByText('3 轮之后').click();
  await expect(sheet.getByText('这是您的假设，不是运营方公布的')).toBeVisible();
  const own = stopAfter(plan, simulation, 3);
  if (own === null) throw new Error('the plan has four rounds');
  await expect(sheet.getByText('--stop-after 3')).toBeVisible();
  await expectFigures(sheet, simulatePublished(plan, own));
  await page.goBack();
  await expect(sheet).toBeHidden();
  expect(errors).toMatchObject({ errors: [], violations: [], foreignHosts: new Set() });
});

test('over the join sheet, 320 px wide: Back and Escape close it alone, focus returns, and it opens again', {
  tag: '@soak-3',
}, async ({ page }) => {
  const { url } = systemAddresses();
  await page.setViewportSize({ width: 320, height: 640 });
  const round = await openRound({ city: 'Perch', quota: '700' }, publishBySigning);
  await gotoQuiet(page, `${url}/city?city=${round.cityId}`);
  const join = page.getByRole('button', { name: '参与铸造' });
  await join.click();
  const form = page.getByRole('dialog', { name: `参与 ${round.city}` });
  await form.getByLabel('参与数量').fill('70');
  await form.getByText('测算明细').click();
  const opener = form.getByRole('button', { name: TITLE });
  const sheet = page.getByRole('dialog', { name: TITLE });
  for (const close of [() => page.goBack(), () => page.keyboard.press('Escape'), () => page.goBack()]) {
    await opener.click();
    await expect(figure(sheet, '未补偿的损失')).toBeVisible();
    await checkAccessibility(page);
    await close();
    await expect(sheet).toBeHidden();
    await expect(opener).toBeFocused();
    await expect(form.getByLabel('参与数量')).toHaveValue('70');
  }
  await page.goBack();
  await expect(form).toBeHidden();
  await expect(page).toHaveURL(new RegExp(`/city\\?city=${round.cityId}$`));
  await expect(join).toBeFocused();
});

test('what cannot be simulated is said, and a closed sheet computes nothing', { tag: '@soak-5' }, async ({ page }) => {
  const { url } = systemAddresses();
  const round = await openRound({ city: 'Fog', quota: '700' });
  const address = `**/api/app/rounds/${round.roundId}/plan`;
  const { data } = await (await page.request.get(address.replace('**', url))).json();
  const crowd = {
    ...{ newcomers: 20_000, newcomersFactor: 10_000, returningBps: 0, autoMintBps: 0, invitedBps: 5_000 },
    ...{ smallest: '1000000000000000000', largest: '1000000000000000000', stopsInRound: 0, stopsAtBps: 0 },
  };
  const funds = { reserve: '0', reserveCap: '0', emission: '0' };
  // As many visits as the bounds allow.
  const huge = { crowd, seed: 1, runs: 200, mostRounds: 1, funds };
  const answer = (simulation: unknown) =>
    page.route(address, (route) => route.fulfill({ json: { code: 200, msg: '', data: { ...data, simulation } } }));
  const open = async () => {
    await gotoQuiet(page, `${url}/city?city=${round.cityId}`);
    await page.getByRole('button', { name: TITLE }).click();
  };
  const sheet = page.getByRole('dialog', { name: TITLE });
  await open();
  await expect(sheet.getByText('这个计划发布时没有附带模拟')).toBeVisible();
  await checkAccessibility(page);

  await answer({ ...huge, runs: 1_000_000_000 });
  await open();
  await expect(sheet.getByRole('alert')).toContainText('公布的模拟无法读取');
  await checkAccessibility(page);
  await page.unroute(address);
  await answer(huge);
  await sheet.getByRole('button', { name: '重试' }).click();
  await expect(sheet.getByRole('progressbar')).toBeVisible();
  await expect.poll(() => page.workers().length).toBe(1);
  // The page goes on answering.
  await expect(sheet.getByText(/^正在本机模拟：[1-9]\d* \/ 200 次$/)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
  await expect.poll(() => page.workers().length).toBe(0);
});
