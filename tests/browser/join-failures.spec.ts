import { EVENTS_PATH } from '@city-mint/api-contract/events-path';
import { expect, type Page } from '@playwright/test';
import { checkAccessibility } from './fixtures/check-accessibility.ts';
import { enterSystem, fillJoin, type Visitor } from './fixtures/enter-system.ts';
import { test } from './fixtures/test.ts';
import { openRound } from './system/open-round.ts';
import { fundedKey, signInParticipant } from './system/participant.ts';
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

test('two taps on the join make one order', async ({ page }) => {
  const [visitor, round] = await Promise.all([enterSystem(page, 10), openRound({ city: 'Twice', quota: '1000' })]);
  const ids = requestIds(page);
  const confirm = await fillJoin(page, round, AMOUNT);
  await confirm.dblclick();
  await expect(page.getByRole('dialog', { name: '订单已接受' })).toBeVisible();
  expect(ids).toHaveLength(1);
  expect(await orders(visitor)).toHaveLength(1);
  expect(await visitor.available()).toBe(LEFT);
});

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
  await expect(page.getByRole('dialog', { name: '订单详情' })).toBeVisible({ timeout: 45_000 });
  expect(new Set(ids).size).toBe(1);
  expect(ids.length).toBeGreaterThan(1);
  expect(await orders(visitor)).toHaveLength(1);
  expect(await visitor.available()).toBe(LEFT);
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('fmc.join')))).toEqual([]);
});

test('a reload between a join and its answer: nothing lost, nothing doubled', async ({ page }) => {
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
  await expect(page.getByRole('dialog', { name: '订单详情' })).toBeVisible({ timeout: 45_000 });
  expect(new Set(ids).size).toBe(1);
  expect(await orders(visitor)).toHaveLength(1);
  expect(await visitor.available()).toBe(LEFT);
});

test('a join that never reached the server is sent again after the reload, once', async ({ page }) => {
  const [visitor, round] = await Promise.all([enterSystem(page, 13), openRound({ city: 'Never', quota: '1000' })]);
  const ids = requestIds(page);
  const confirm = await fillJoin(page, round, AMOUNT);
  await page.route(JOIN, (route) => route.abort('internetdisconnected'));
  await confirm.click();
  await expect(page.getByText('网络异常')).toBeVisible();
  await expect(page.getByText('正在查询上一笔的结果')).toBeVisible();
  expect(await orders(visitor)).toHaveLength(0);
  await page.reload();
  await expect(page.getByText('有一笔参与正在确认')).toBeVisible();
  await page.unroute(JOIN);
  await expect(page.getByRole('dialog', { name: '订单详情' })).toBeVisible({ timeout: 45_000 });
  expect(new Set(ids).size).toBe(1);
  expect(await orders(visitor)).toHaveLength(1);
  expect(await visitor.available()).toBe(LEFT);
});

test('under maintenance the join says so in the server’s words, and when it tries again; then whom to ask', async ({
  page,
}) => {
  const [visitor, round] = await Promise.all([enterSystem(page, 17), openRound({ city: 'Paused', quota: '1000' })]);
  const confirm = await fillJoin(page, round, AMOUNT);
  await page.clock.install();
  const msg = '系统维护中，请稍后再试';
  await page.route(JOIN, (route) =>
    route.fulfill({ json: { code: 503, msg, data: null, error: 'maintenance', details: {} } }),
  );
  const attempts = requestIds(page);
  await confirm.click();
  const sheet = page.getByRole('dialog');
  await expect(sheet).toContainText(msg);
  await expect(sheet).toContainText(/\d+ 秒后自动重试/);
  await expect(sheet).not.toContainText('请联系我们');
  await checkAccessibility(page);
  const attemptLater = async () => {
    await page.clock.fastForward(60_000);
    return attempts.length;
  };
  await expect.poll(attemptLater).toBeGreaterThanOrEqual(3);
  await expect(sheet).toContainText('请联系我们');
  await expect(sheet).toContainText(attempts[0] ?? 'an id');
  await checkAccessibility(page);
  expect(new Set(attempts).size).toBe(1);
  await page.unroute(JOIN);
  await page.clock.fastForward(60_000);
  await expect(page.getByRole('dialog', { name: '订单详情' })).toBeVisible();
  expect(await orders(visitor)).toHaveLength(1);
});

test('the next round takes the place of the one being joined: the sheet stays, and says so', async ({ page }) => {
  // Without live events the page asks for the round every few seconds.
  await page.route(`**${EVENTS_PATH}`, (route) => route.abort());
  const [visitor, round] = await Promise.all([enterSystem(page, 18), openRound({ city: 'Over', quota: '1000' })]);
  await fillJoin(page, round, AMOUNT);
  await page.route('**/api/app/last/crowdfund', async (route) => {
    const response = await route.fetch();
    const { data, ...envelope } = await response.json();
    const opensAt = data.serverTime === undefined ? Date.now() + 90_000 : data.serverTime + 90_000;
    const next = { ...data.round, roundId: '999999', number: 2, state: 'scheduled', filled: '0', opensAt };
    await route.fulfill({ response, json: { ...envelope, data: { ...data, round: next } } });
  });
  const sheet = page.getByRole('dialog', { name: `参与 ${round.city}` });
  await expect(sheet).toContainText('本轮已结束，不能再参与');
  await expect(sheet).toContainText(/下一轮 · 距离开始 00:01:/);
  await expect(sheet.getByLabel('参与数量')).toHaveValue(AMOUNT);
  await checkAccessibility(page);
  await sheet.getByRole('button', { name: '查看下一轮' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('region', { name: round.city })).toContainText('第 2 轮');
  expect(await orders(visitor)).toEqual([]);
});

test('another account in the middle of a join: no account joins', async ({ page }) => {
  const [visitor, round] = await Promise.all([enterSystem(page, 14), openRound({ city: 'Switch', quota: '1000' })]);
  const ids = requestIds(page);
  await fillJoin(page, round, AMOUNT);
  const [first, second] = visitor.wallet.accounts;
  if (first === undefined || second === undefined) throw new Error('two accounts');
  await visitor.wallet.showAccounts([second, first]);
  await expect(page.getByText('连接的钱包已切换，请重新授权登录后再操作')).toBeVisible();
  const prompt = page.getByRole('dialog', { name: '授权登录' });
  await expect(prompt).toContainText(second.address);
  await prompt.getByRole('button', { name: '签名登录' }).click();
  await expect(page.getByText('授权登录成功')).toBeVisible();
  // The form is still open, now for the account without a balance.
  await expect(page.getByRole('button', { name: '余额不足，去充值' })).toBeVisible();
  await expect(page.getByRole('button', { name: /^确认参与/ })).toBeDisabled();
  expect(ids).toEqual([]);
  expect(await orders(visitor)).toEqual([]);
});

test('more than the balance, less than the minimum, a round that others fill first', async ({ page }) => {
  // The page must not learn before the tap that the round is full.
  await page.route(`**${EVENTS_PATH}`, (route) => route.abort());
  const [visitor, other, round] = await Promise.all([
    enterSystem(page, 15),
    signInParticipant(fundedKey(16)),
    openRound({ city: 'Full', quota: '5000' }),
  ]);
  const confirm = await fillJoin(page, round, AMOUNT);
  const amount = page.getByLabel('参与数量');
  await amount.fill('9.999999999999999999');
  await expect(page.getByText('不能少于 10')).toBeVisible();
  await amount.fill('5000.000000000000000001');
  await expect(page.getByText('输入数量超过可用余额（5000）')).toBeVisible();
  await expect(page.getByRole('button', { name: '余额不足，去充值' })).toBeVisible();
  await amount.fill(AMOUNT);
  await expect(confirm).toBeEnabled();
  await page.route('**/api/app/last/crowdfund', (route) => route.abort());
  await other.join(round, '5000');
  await confirm.click();
  await expect(page.getByRole('dialog')).toContainText(/本轮已满仓|本轮现在不能参与/);
  expect(await orders(visitor)).toEqual([]);
  expect(await visitor.available()).toBe('5000');
});

test('the balance is withdrawn elsewhere meanwhile: the join is refused with what is left', async ({ page }) => {
  await page.route(`**${EVENTS_PATH}`, (route) => route.abort());
  const [visitor, round] = await Promise.all([enterSystem(page, 110), openRound({ city: 'Poor', quota: '1000' })]);
  const confirm = await fillJoin(page, round, AMOUNT);
  await expect(confirm).toBeEnabled();
  // The page must not learn before the tap that the balance is gone.
  await page.route('**/api/app/user/asset', (route) => route.abort());
  const withdrawal = await visitor.client.call('POST /api/app/user/withdraw', {
    currency: 'JU',
    amount: '4999',
    to: visitor.wallet.accounts[0]?.address ?? '',
    requestId: crypto.randomUUID(),
  });
  expect(withdrawal.ok).toBe(true);
  await confirm.click();
  await expect(page.getByRole('dialog')).toContainText('资产钱包余额不足（可用 1 JU），请先充值');
  expect(await orders(visitor)).toEqual([]);
  expect(await visitor.available()).toBe('1');
});
