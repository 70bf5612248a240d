import { expect, type Page } from '@playwright/test';
import { enterSystem, fillJoin, type Visitor } from './fixtures/enter-system.ts';
import { test } from './fixtures/test.ts';
import { openRound } from './system/open-round.ts';
import { dataOf } from './system/system-client.ts';

const AMOUNT = '12.000000000000000001';
const LEFT = '4987.999999999999999999';
const JOIN = '**/api/biz/crowdfund';

async function orders({ client }: Visitor) {
  return dataOf(await client.call('POST /api/biz/mine/mint', {})).items;
}

/** The request ids of the joins that the page sends from now on. */
function requestIds(page: Page): string[] {
  const ids: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/biz/crowdfund')) ids.push(request.postDataJSON().requestId);
  });
  return ids;
}

test('a join whose answer is lost is asked for again under the same id: one order', async ({ page }) => {
  const [visitor, round] = await Promise.all([enterSystem(page, 11), openRound({ city: 'Lost', quota: '1000' })]);
  const ids = requestIds(page);
  const confirm = await fillJoin(page, round, AMOUNT);
  await page.route(
    JOIN,
    async (route) => {
      await route.fetch();
      await route.abort('connectionreset');
    },
    { times: 1 },
  );
  await confirm.click();
  await expect(page.getByText('网络异常')).toBeVisible();
  await expect(page.getByRole('dialog', { name: '订单详情' })).toBeVisible();
  expect(new Set(ids).size).toBe(1);
  expect(ids.length).toBeGreaterThan(1);
  expect(await orders(visitor)).toHaveLength(1);
  expect(await visitor.available()).toBe(LEFT);
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('fmc.join')))).toEqual([]);
});

test('a reload between a join and its answer: nothing lost, nothing doubled', { tag: '@soak-4' }, async ({ page }) => {
  // The entry of the sheet that was open is left after the reload, which a busy browser does after the answer.
  await page.addInitScript(() => {
    const go = history.go.bind(history);
    history.go = (steps) => void setTimeout(go, 400, steps);
  });
  const [visitor, round] = await Promise.all([enterSystem(page, 12), openRound({ city: 'Reload', quota: '1000' })]);
  const ids = requestIds(page);
  const confirm = await fillJoin(page, round, AMOUNT);
  const sent = new Promise<void>((resolve) => {
    void page.route(JOIN, (route) => route.fetch().then(() => resolve()), { times: 1 });
  });
  await confirm.click();
  await sent;
  await page.reload();
  await expect(page.getByRole('dialog', { name: '订单详情' })).toBeVisible();
  expect(new Set(ids).size).toBe(1);
  expect(await orders(visitor)).toHaveLength(1);
  expect(await visitor.available()).toBe(LEFT);
});

test('a join that never reached the server is sent again after the reload, once', { tag: '@soak-1' }, async ({
  page,
}) => {
  const [visitor, round] = await Promise.all([enterSystem(page, 13), openRound({ city: 'Never', quota: '1000' })]);
  const ids = requestIds(page);
  const confirm = await fillJoin(page, round, AMOUNT);
  let isCut = true;
  await page.route(JOIN, (route) => (isCut ? route.abort('internetdisconnected') : route.continue()));
  await confirm.click();
  await expect(page.getByText('网络异常')).toBeVisible();
  await expect(page.getByText('正在查询上一笔的结果')).toBeVisible();
  expect(await orders(visitor)).toHaveLength(0);
  await page.reload();
  await expect(page.getByText('有一笔参与正在确认')).toBeVisible();
  // Removing the route instead would leave code that is being prefetched at that moment without an answer.
  isCut = false;
  await expect(page.getByRole('dialog', { name: '订单详情' })).toBeVisible();
  expect(new Set(ids).size).toBe(1);
  expect(await orders(visitor)).toHaveLength(1);
  expect(await visitor.available()).toBe(LEFT);
});
