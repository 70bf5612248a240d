import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { cities, fullHome } from '@city-mint/web/testing/replies/home';
import { roundTerms } from '@city-mint/web/testing/replies/rounds';
import { expect, type Page } from '@playwright/test';
import { checkAccessibility } from './fixtures/check-accessibility.ts';
import { type FakeApi, installApi, NO_PRICE } from './fixtures/fake-api.ts';
import { figure } from './fixtures/figures.ts';
import { openPage } from './fixtures/open-page.ts';
import { signIn } from './fixtures/sign-in.ts';
import { test } from './fixtures/test.ts';
import { installWallet } from './wallet/test-wallet.ts';

type Preview = ReplyOf<'POST /api/app/preview'>;

const HASH = `0x${'ab'.repeat(32)}`;
const AVAILABLE = '100.000000000000000003';

/** What a join of 50 comes to; where few have joined after it, it is compensated. */
const PREVIEW: Preview = {
  accepted: '50',
  rank: 312,
  success: { principal: '49.5', fee: '0.5', fmc: '208.333333333333333333', stages: ['83', '62.5', '62.833333'] },
  failures: [
    { atBps: 4_000, position: 'last-to-join', refund: '48.5', loss: '1.5', compensation: '1.5', hashPower: '0' },
    {
      atBps: 7_000,
      position: 'later-orders-first',
      refund: '48.5',
      loss: '1.5',
      compensation: '0.25',
      hashPower: '2.5',
    },
    { atBps: 9_900, position: 'later-orders-first', refund: '48.5', loss: '1.5', compensation: '0', hashPower: '3' },
  ],
  maximumLoss: '1.5',
  coverageBps: 6_250,
  drawnFirst: '0',
};

const JU: ReplyOf<'POST /api/app/user/asset'>['assets'][number] = {
  currency: 'JU',
  available: '0',
  frozenInRounds: '0',
  frozenInWithdrawals: '0',
  vesting: '0',
  total: '0',
  onChain: null,
  valueInJu: null,
  vestingValueInJu: null,
};

function answerRound(api: FakeApi): void {
  const [round] = fullHome(Date.now()).openRounds;
  api.answer('GET /api/app/home', () => ({ data: fullHome(Date.now()) }));
  api.answer('GET /api/app/warehouses', () => ({ data: { cities: cities(Date.now()) } }));
  api.answer('POST /api/app/last/crowdfund', () => ({
    data: { serverTime: Date.now(), round, terms: roundTerms(), termsHash: HASH, reserve: '0' },
  }));
  api.answer('POST /api/app/preview', () => ({ data: PREVIEW }));
  api.answer('POST /api/biz/preview', () => ({ data: PREVIEW }));
  api.answer('POST /api/app/user/asset', () => ({
    data: { assets: [{ ...JU, available: AVAILABLE, total: AVAILABLE }], pendingRecharges: [], price: NO_PRICE },
  }));
}

async function openForm(page: Page): Promise<FakeApi> {
  const api = await installApi(page);
  answerRound(api);
  await installWallet(page);
  await openPage(page);
  await signIn(page);
  await openPage(page, '/city?city=1');
  await page.getByRole('button', { name: '参与铸造' }).click();
  return api;
}

const form = (page: Page) => page.getByRole('dialog', { name: '参与 London' });

test('parts of the balance for a tap, what limits them, and what a failure returns wherever it stops', async ({
  page,
}) => {
  await openForm(page);
  const sheet = form(page);
  await expect(sheet.getByText(`最多 ${AVAILABLE} JU`)).toBeVisible();
  await expect(sheet.getByText('上限是您的可用余额')).toBeVisible();
  for (const [part, amount] of [
    ['25%', '25'],
    ['100%', AVAILABLE],
    ['50%', '50'],
  ] as const) {
    await sheet.getByRole('button', { name: part }).click();
    await expect(sheet.getByLabel('参与数量')).toHaveValue(amount);
  }
  const slider = sheet.getByRole('slider', { name: '募到多少时截止' });
  await expect(slider).toHaveAttribute('aria-valuetext', '募到 99% 截止');
  // The worst case stays beside it, whatever is chosen.
  const worst = sheet.getByRole('region', { name: '募满之后 · 最坏情况' });
  for (const [key, { compensation, uncovered, text }] of [
    ['End', { compensation: '0', uncovered: '1.5', text: '之后参与的订单' }],
    ['ArrowLeft', { compensation: '0.25', uncovered: '1.25', text: '之后参与的订单' }],
    ['Home', { compensation: '1.5', uncovered: '0', text: '最先得到补偿' }],
  ] as const) {
    await slider.press(key);
    await expect(figure(sheet, '储备金补偿').first()).toHaveAttribute('value', compensation);
    await expect(figure(sheet, '未补偿的损失')).toHaveAttribute('value', uncovered);
    await expect(sheet).toContainText(text);
    await expect(worst.locator('data[value="1.5"]').first()).toBeVisible();
  }
  await checkAccessibility(page);
});

test('who leaves for a recharge comes back to the form with the amount in it', async ({ page }) => {
  const api = await openForm(page);
  api.answer('GET /api/app/config', () => ({ status: 503 }));
  await form(page).getByLabel('参与数量').fill('250.5');
  await form(page).getByRole('button', { name: '余额不足，去充值' }).click();
  await expect(page).toHaveURL(/\/deposit\?currency=JU&back=%2Fcity%3Fcity%3D1%26join%3D250\.5/);
  await expect(page.getByRole('heading', { level: 1, name: '充值' })).toBeVisible();
  await page.goBack();
  await expect(form(page).getByLabel('参与数量')).toHaveValue('250.5');
  await form(page).getByRole('button', { name: '关闭' }).click();
  await expect(page).toHaveURL(/\/city\?city=1$/);
  await page.reload();
  const opener = page.getByRole('button', { name: '参与铸造' });
  await opener.click();
  await expect(form(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(opener).toBeFocused();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

for (const [name, change, text] of [
  ['paused', { paused: ['joins'] }, '参与已暂停'],
  [
    'region',
    { region: { country: 'XX', joiningAllowed: false, referralAllowed: true } },
    '您所在的地区目前不能参与铸造',
  ],
] as const) {
  test(`${name}: shown before a form is filled in`, async ({ page }) => {
    const api = await installApi(page);
    answerRound(api);
    api.answer('GET /api/app/home', () => ({ data: { ...fullHome(Date.now()), ...change } }));
    await openPage(page, '/city');
    await expect(page.getByRole('status').filter({ hasText: text })).toBeVisible();
    await expect(page.getByRole('region', { name: 'London' })).toBeVisible();
    await expect(page.getByRole('button', { name: '参与铸造' })).toHaveCount(0);
    await checkAccessibility(page);
  });
}

test('all rounds of a city: outcome and figures of each, words for one whose terms cannot be read', async ({
  page,
}) => {
  const api = await installApi(page);
  answerRound(api);
  const [open] = fullHome(Date.now()).openRounds;
  const { roundId, phase, number, state, opensAt, closesAt, pausedSince, quota, filled, orders, outcome } = open ?? {};
  const brief = { roundId, phase, number, state, opensAt, closesAt, pausedSince, quota, filled, orders, outcome };
  const rounds = [
    { ...brief, unreadable: false },
    { ...brief, roundId: '11', number: 3, state: 'ended', outcome: 'minted', filled: '120000', unreadable: false },
    { ...brief, roundId: '10', number: 2, state: 'ended', outcome: 'failed', filled: '60000.5', unreadable: true },
  ];
  api.answer('POST /api/app/rounds', () => ({ data: { items: rounds, nextCursor: null } }));
  await openPage(page, '/city?city=1');
  await page.getByRole('button', { name: '查看全部' }).click();
  const list = page.getByRole('dialog', { name: '全部轮次' });
  await expect(list.getByRole('button', { name: /第 3 轮\s*成功/ })).toContainText('募集 100% · 311 笔');
  const failed = list.getByRole('button', { name: /第 2 轮\s*失败/ });
  await expect(failed).toContainText('暂时无法读取本轮条款');
  await expect(failed.locator('data').first()).toHaveAttribute('value', '60000.5');
  await checkAccessibility(page);
  await page.goBack();
  await expect(list).toHaveCount(0);
  await page.goForward();
  await list.getByRole('button', { name: /第 3 轮/ }).click();
  await expect(page).toHaveURL(/city=1&round=11/);
  await expect(list).toHaveCount(0);
});

test('a wallet that cannot switch: the form shows what one has and says what is missing; nothing spins', async ({
  page,
}) => {
  const api = await installApi(page);
  answerRound(api);
  const wallet = await installWallet(page, { chainId: 1 });
  await openPage(page, '/city?city=1');
  await page.getByRole('button', { name: '参与铸造' }).click();
  await form(page).getByRole('button', { name: '连接并授权后参与' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Test Wallet' }).click();
  const network = page.getByRole('dialog', { name: '切换网络' });
  wallet.failNext('wallet_switchEthereumChain', 4200);
  wallet.failNext('wallet_addEthereumChain', 4200);
  await network.getByRole('button', { name: '切换到 testJuChain' }).click();
  await expect(page.getByText('切换网络失败')).toBeVisible();
  await network.getByText('钱包不能自动切换？').click();
  await network.getByRole('button', { name: '暂不切换，先登录查看' }).click();
  await page.getByRole('dialog', { name: '授权登录' }).getByRole('button', { name: '签名登录' }).click();

  // The form is back, with what the account has; joining waits for the network.
  const sheet = form(page);
  await expect(sheet.getByText(`最多 ${AVAILABLE} JU`)).toBeVisible();
  await expect(sheet).toContainText('钱包不在 testJuChain 上，现在只能查看。');
  await sheet.getByRole('button', { name: '50%' }).click();
  await expect(figure(sheet, '未补偿的损失')).toBeVisible();
  await expect(sheet.locator('[aria-busy="true"]')).toHaveCount(0);
  await checkAccessibility(page);
  wallet.failNext('wallet_switchEthereumChain', 4200);
  wallet.failNext('wallet_addEthereumChain', 4200);
  await sheet.getByRole('button', { name: '切换网络' }).click();
  await network.getByRole('button', { name: '切换到 testJuChain' }).click();
  await expect(page.getByText('切换网络失败')).toBeVisible();
  await network.getByText('钱包不能自动切换？').click();
  await network.getByRole('button', { name: '暂不切换，先查看' }).click();
  await expect(sheet).toContainText('现在只能查看');
  // Once the wallet switches after all, the form goes on with the amount.
  await sheet.getByRole('button', { name: '切换网络' }).click();
  await network.getByRole('button', { name: '切换到 testJuChain' }).click();
  await expect(sheet.getByRole('button', { name: '确认参与 50 JU' })).toBeEnabled();
});
