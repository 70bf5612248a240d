import { expect, type Page } from '@playwright/test';
import { buildHistory } from './fixtures/build-history.ts';
import { checkAccessibility } from './fixtures/check-accessibility.ts';
import { enterSystem, fillJoin } from './fixtures/enter-system.ts';
import { gotoQuiet } from './fixtures/goto-quiet.ts';
import { test } from './fixtures/test.ts';
import { watchPage } from './fixtures/watch-page.ts';
import { openRound } from './system/open-round.ts';
import { fundedKey } from './system/participant.ts';
import { systemAddresses } from './system/system-addresses.ts';
import { installWallet } from './wallet/test-wallet.ts';

/** What the theme can change; everything else is the same in the dark. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/** Checks what is visible in the light and the dark theme: no finding by axe, no wider than the phone. */
async function checkBoth(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light' });
  await checkAccessibility(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await checkAccessibility(page, COLOUR_RULES);
}

/** Checks what an order is on paper: its whole sheet without the screen below; of an open receipt that alone. */
async function checkPaper(page: Page, title: string): Promise<void> {
  const sheet = page.getByRole('dialog');
  const settlement = sheet.getByRole('region', { name: title });
  await page.emulateMedia({ media: 'print' });
  await expect(page.locator('#root')).toBeHidden();
  await expect(settlement).toBeVisible();
  await page.emulateMedia({ media: 'screen' });
  await sheet.getByText('订单收据').click();
  await expect(sheet.getByRole('button', { name: '打印或存为 PDF' })).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(sheet.getByText('结算文件 SHA-256')).toBeVisible();
  await expect(settlement).toBeHidden();
  await expect(sheet.getByRole('button', { name: '打印或存为 PDF' })).toBeHidden();
  await page.emulateMedia({ media: 'screen' });
}

const SCREENS = ['/index', '/city', '/city?tab=mine', '/assets', '/assets?tab=chain', '/deposit', '/withdraw'];
const READ_THE_CHAIN = ['/proof', '/swap', '/swap?tab=log', '/swapDetail?id=1'];
const MORE = [
  '/round',
  '/round?id=999999',
  '/question',
  '/record',
  '/record-detail?id=d-1',
  '/team',
  '/team-record',
  '/leaderboards',
  '/my',
  '/operatorLog',
  '/nowhere',
];

test('every screen before a connect: axe, width, no other host', { tag: '@soak-3' }, async ({ page }) => {
  const { url, rpcUrl } = systemAddresses();
  const pageErrors = await watchPage(page, url);
  for (const path of [...SCREENS, ...MORE]) {
    await gotoQuiet(page, url + path);
    await expect(page.locator('h1')).toBeVisible();
    await checkBoth(page);
  }
  expect(pageErrors).toMatchObject({ errors: [], violations: [], foreignHosts: new Set() });
  // These read the chain themselves, from the node that the page's policy names.
  for (const path of READ_THE_CHAIN) {
    await gotoQuiet(page, url + path);
    await expect(page.locator('h1')).toBeVisible();
    await checkBoth(page);
  }
  // Without an amount, the button of a swap connects a wallet first.
  await page.goto(`${url}/swap`);
  await page.getByRole('button', { name: '连接钱包后兑换' }).click();
  await expect(page.getByRole('dialog', { name: '连接钱包' })).toBeVisible();
  const ownNode = new Set([new URL(rpcUrl).host]);
  expect(pageErrors).toMatchObject({ errors: [], violations: [], foreignHosts: ownNode });
});

test('every screen of a user with a history: axe and width', async ({ page }) => {
  const { url } = systemAddresses();
  const pageErrors = await watchPage(page, url);
  await buildHistory(31);
  await enterSystem(page, 31);
  for (const path of [...SCREENS, '/deposit?currency=FMC', '/record', '/my', '/myDetail', '/proof', '/operatorLog']) {
    await gotoQuiet(page, url + path);
    await expect(page.locator('h1')).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);
    await checkBoth(page);
  }
  await page.goto(`${url}/record`);
  await page.getByRole('region', { name: '充提记录' }).getByRole('link').first().click();
  await expect(page.getByRole('heading', { name: '记录详情' })).toBeVisible();
  await expect(page.getByText('区块高度')).toBeVisible();
  await checkBoth(page);
  expect(pageErrors).toMatchObject({ errors: [], violations: [] });
});

test('the sheets of rounds: terms, join, orders minted and failed', { tag: '@soak-4' }, async ({ page }) => {
  const { url } = systemAddresses();
  const { minted, failed, open } = await buildHistory(32);
  await enterSystem(page, 32);
  await fillJoin(page, open, '123.456789012345678901');
  await page.getByRole('dialog').getByText('测算明细').click();
  await expect(page.getByRole('heading', { name: '如果没有募满' })).toBeVisible();
  await checkBoth(page);
  await page.getByRole('dialog').getByText('完整条款').click();
  await expect(page.getByRole('dialog').getByText('手续费去向')).toBeVisible();
  await checkBoth(page);
  await page.getByRole('button', { name: /^确认参与/ }).click();
  await expect(page.getByRole('dialog', { name: '订单已接受' })).toBeVisible();
  await checkBoth(page);
  for (const [round, title] of [
    [minted, '铸造结算'],
    [failed, '清算结算'],
  ] as const) {
    await page.goto(`${url}/city?tab=mine`);
    await page.getByRole('button', { name: new RegExp(round.city) }).click();
    await expect(page.getByRole('dialog').getByRole('region', { name: title })).toBeVisible();
    await checkBoth(page);
    await checkPaper(page, title);
    await page.goto(`${url}/city?city=${round.cityId}`);
    await page.getByRole('link', { name: '本轮结算' }).click();
    await expect(page.getByText('合约一致').or(page.getByText('合约中暂无此结果'))).toBeVisible();
    await page.getByText('如何核验').click();
    await checkBoth(page);
  }
});

test('the sheets on the way in: connect, switch, authorize, what to read before the first join', {
  tag: '@soak-2',
}, async ({ page }) => {
  const { url, rpcUrl } = systemAddresses();
  const round = await openRound({ city: 'First', quota: '1000' });
  await installWallet(page, { keys: [fundedKey(34)], chainId: 1, rpcUrl });
  await page.goto(`${url}/index`);
  await page.getByRole('button', { name: '连接钱包' }).first().click();
  await expect(page.getByRole('dialog', { name: '连接钱包' })).toBeVisible();
  await checkBoth(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Test Wallet' }).click();
  await expect(page.getByRole('dialog', { name: '切换网络' })).toBeVisible();
  await checkBoth(page);
  await page.getByRole('button', { name: '切换到 testJuChain' }).click();
  await expect(page.getByRole('dialog', { name: '授权登录' })).toBeVisible();
  await checkBoth(page);
  await page.getByRole('button', { name: '签名登录' }).click();
  await expect(page.getByText('授权登录成功')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await (await fillJoin(page, round, '10')).click();
  const consent = page.getByRole('dialog', { name: '首次参与前' });
  await expect(consent.getByRole('checkbox')).toBeVisible();
  await checkBoth(page);
});

test('the sheets of session, disclosure, language, time range, withdrawal', { tag: '@soak-6' }, async ({ page }) => {
  const { url } = systemAddresses();
  await enterSystem(page, 33);
  await page.getByRole('button', { name: /^0x/ }).click();
  await expect(page.getByRole('dialog', { name: '连接状态' })).toBeVisible();
  await checkBoth(page);
  for (const name of ['语言', '风险与费用说明']) {
    await page.goto(`${url}/my`);
    await page.getByRole('button', { name }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await checkBoth(page);
  }
  await page.goto(`${url}/record`);
  await page.getByRole('button', { name: '按时间筛选' }).click();
  await page.getByRole('button', { name: '应用' }).click();
  await expect(page.getByText('请选择开始时间')).toBeVisible();
  await checkBoth(page);
  await page.goto(`${url}/withdraw`);
  await page.getByLabel('提现数量').fill('1.000000000000000001');
  await page.getByRole('button', { name: '提现 1.000000000000000001 JU' }).click();
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await checkBoth(page);
  await page.getByRole('button', { name: '申请提现' }).click();
  await expect(page.getByRole('list', { name: '提现进度' })).toBeVisible();
  await checkBoth(page);
  await expect(page.getByRole('status').filter({ hasText: '提现成功' }).first()).toBeVisible();
  await checkBoth(page);
});
