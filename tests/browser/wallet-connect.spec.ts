import { type Relay, startRelay } from '@city-mint/devnet/relay';
import { type BrowserContext, expect, type Page } from '@playwright/test';
import { parseEther } from 'viem';
import { checkAccessibility } from './fixtures/check-accessibility.ts';
import { installApi } from './fixtures/fake-api.ts';
import { openPage, pageUrl } from './fixtures/open-page.ts';
import { pageClient } from './fixtures/page-client.ts';
import { test } from './fixtures/test.ts';
import { watchPage } from './fixtures/watch-page.ts';
import { systemChain } from './system/chain.ts';
import { systemAddresses } from './system/system-addresses.ts';
import { dataOf } from './system/system-client.ts';
import { startPhoneProgram } from './wallet-connect/phone-program.ts';
import { type PhoneWallet, startPhoneWallet } from './wallet-connect/phone-wallet.ts';
import { relayPort } from './wallet-connect/relay-port.ts';
import { scanCode } from './wallet-connect/scan-code.ts';

const dialog = 'dialog' as const;

// One after the other: they share the relay.
test.describe.configure({ mode: 'default' });

let relay: Relay;
const wallets: Pick<PhoneWallet, 'close'>[] = [];

test.beforeAll(async () => {
  relay = await startRelay(relayPort());
});
test.afterEach(async () => {
  await Promise.all(wallets.splice(0).map((wallet) => wallet.close()));
});
test.afterAll(() => relay.stop());

/** What WalletConnect's servers would answer: a frame that attests nothing. */
test.beforeEach(({ page }) =>
  page.route('https://verify.walletconnect.org/**', (route) => route.fulfill({ contentType: 'text/html', body: '' })),
);

async function startWallet(options: Omit<Parameters<typeof startPhoneWallet>[0], 'relayUrl'> = {}) {
  const wallet = await startPhoneWallet({ relayUrl: relay.url, ...options });
  wallets.push(wallet);
  return wallet;
}

/** Opens the list of wallets and chooses the one on another device; returns what its QR code says. */
async function showCode(page: Page): Promise<string> {
  await page.getByRole('button', { name: '连接钱包' }).first().click();
  await page.getByRole(dialog).getByRole('button', { name: '手机钱包扫码' }).click();
  return scanCode(page.getByRole(dialog).getByRole('img', { name: '用于连接钱包的二维码' }));
}

function short(address: string): string {
  return `${address.slice(0, 6)}…${address.slice(-4)}`;
}

test('paired by the QR code, signed in, restored after a reload, disconnected on both sides', async ({ page }) => {
  const api = await installApi(page);
  const wallet = await startWallet();
  const pageErrors = await watchPage(page, pageUrl());
  await openPage(page);
  expect(pageErrors.foreignHosts).toEqual(new Set());

  await wallet.scan(await showCode(page));
  await expect(page.getByRole(dialog, { name: '授权登录' })).toContainText(wallet.account.address);
  await page.getByRole(dialog).getByRole('button', { name: '签名登录' }).click();
  await expect(page.getByText('授权登录成功')).toBeVisible();
  expect(wallet.signedTexts).toEqual([expect.stringContaining(new URL(pageUrl()).host)]);

  await page.reload();
  await page.getByRole('button', { name: short(wallet.account.address) }).click();
  await expect(page.getByRole(dialog, { name: '连接状态' })).toContainText('Phone Wallet');
  await expect(page.getByRole(dialog)).toContainText('202599');
  await page.getByRole('button', { name: '断开连接' }).click();
  await expect(page.getByRole(dialog, { name: '连接钱包' })).toBeVisible();
  await expect.poll(() => wallet.sessions()).toBe(0);
  expect(api.tokens.size).toBe(0);
  expect(pageErrors.foreignHosts).toEqual(new Set(['verify.walletconnect.org']));
  expect(pageErrors.violations).toEqual([]);
  expect(pageErrors.errors).toEqual([]);
});

test('a closed code leads nowhere; a refusal is said; another connects', { tag: '@soak-2' }, async ({ page }) => {
  await installApi(page);
  const [early, late] = await Promise.all([startWallet(), startWallet()]);
  await openPage(page);
  const sheet = page.getByRole(dialog, { name: '连接钱包' });
  const closed = await showCode(page);
  await checkAccessibility(page);
  await sheet.getByRole('button', { name: '选择其他钱包' }).click();
  await early.scan(closed);
  await expect.poll(() => early.proposals()).toBe(1);

  late.refuseNext();
  await sheet.getByRole('button', { name: '手机钱包扫码' }).click();
  const code = sheet.getByRole('img', { name: '用于连接钱包的二维码' });
  await late.scan(await scanCode(code));
  await expect(page.getByText('用户已取消')).toBeVisible();
  await sheet.getByRole('button', { name: '手机钱包扫码' }).click();
  await late.scan(await scanCode(code));
  await expect(page.getByRole(dialog, { name: '授权登录' })).toContainText(late.account.address);
});

test('the wallet ends the session, and shows another account', { tag: '@soak-2' }, async ({ page }) => {
  await installApi(page);
  const wallet = await startWallet();
  await openPage(page);
  await wallet.scan(await showCode(page));
  await page.getByRole(dialog, { name: '授权登录' }).getByRole('button', { name: '签名登录' }).click();
  await expect(page.getByText('授权登录成功')).toBeVisible();

  await wallet.showAccounts(['0x70997970C51812dc3A010C7d01b50e0d17dc79C8']);
  await expect(page.getByText('连接的钱包已切换，请重新授权登录后再操作')).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('fmc.session'))).toBeNull();
  await wallet.disconnect();
  await expect(page.getByRole(dialog, { name: '连接钱包' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('button', { name: '连接钱包' }).first()).toBeVisible();
});

test('the relay is gone: no dead spinner, and a way on once it is back', { tag: '@soak-6' }, async ({ page }) => {
  await installApi(page);
  const wallet = await startWallet();
  await openPage(page);
  await relay.stop();
  await page.getByRole('button', { name: '连接钱包' }).first().click();
  await page.getByRole(dialog).getByRole('button', { name: '手机钱包扫码' }).click();
  await expect(page.getByText('无法连接 WalletConnect')).toBeVisible();
  await expect(page.getByRole(dialog).getByRole('button', { name: '手机钱包扫码' })).toBeVisible();

  await relay.restart();
  await page.getByRole(dialog).getByRole('button', { name: '手机钱包扫码' }).click();
  await wallet.scan(await scanCode(page.getByRole(dialog).getByRole('img', { name: '用于连接钱包的二维码' })));
  await page.getByRole(dialog, { name: '授权登录' }).getByRole('button', { name: '签名登录' }).click();
  await expect(page.getByText('授权登录成功')).toBeVisible();
});

test('a wallet that never answers: help after a while, and a way back', { tag: '@soak-4' }, async ({ page }) => {
  await installApi(page);
  const wallet = await startWallet();
  await page.clock.install();
  await openPage(page);
  wallet.ignoreAll();
  await wallet.scan(await showCode(page));
  await expect.poll(() => wallet.proposals()).toBe(1);
  await page.clock.fastForward(21_000);
  const sheet = page.getByRole(dialog, { name: '连接钱包' });
  await expect(sheet).toContainText('请确认钱包支持 WalletConnect 且手机能上网');
  await checkAccessibility(page);
  await sheet.getByRole('button', { name: '取消' }).click();
  await expect(sheet.getByRole('button', { name: '手机钱包扫码' })).toBeVisible();
});

test('a wallet with another chain alone signs in and reads', { tag: '@soak-3' }, async ({ page }) => {
  await installApi(page);
  const wallet = await startWallet({ chainIds: [1] });
  await openPage(page);
  await wallet.scan(await showCode(page));
  const sheet = page.getByRole(dialog, { name: '切换网络' });
  await expect(sheet).toContainText('Ethereum');
  await sheet.getByRole('button', { name: '切换到 testJuChain' }).click();
  await expect(page.getByText('切换网络失败')).toBeVisible();
  await sheet.getByRole('button', { name: '暂不切换，先登录查看' }).click();
  await page.getByRole(dialog, { name: '授权登录' }).getByRole('button', { name: '签名登录' }).click();
  await expect(page.getByText('授权登录成功')).toBeVisible();
  expect(wallet.methods).toEqual(['personal_sign']);
});

test('recharges from the phone: the wallet sends, the amount is credited', { tag: '@soak-3' }, async ({ page }) => {
  const { url, rpcUrl } = systemAddresses();
  const wallet = await startWallet({ rpcUrl, chainIds: [1, 202_599] });
  await systemChain().setJuBalance(wallet.account.address, parseEther('100'));
  await page.goto(`${url}/index`);
  await wallet.scan(await showCode(page));
  await page.getByRole(dialog, { name: '授权登录' }).getByRole('button', { name: '签名登录' }).click();
  await expect(page.getByText('授权登录成功')).toBeVisible();
  await page.goto(`${url}/deposit`);
  await page.getByLabel('充值数量').fill('12.345');
  await page.getByRole('button', { name: '充值 12.345 JU' }).click();
  await expect(page.getByText('充值成功')).toBeVisible();
  expect(wallet.methods).toEqual(['personal_sign', 'eth_sendTransaction']);
  const { assets } = dataOf(await (await pageClient(page)).call('POST /api/app/user/asset', {}));
  expect(assets.find(({ currency }) => currency === 'JU')?.available).toBe('12.345');
});

test('a newcomer pairs in two windows by the link, recharges', { tag: '@soak-6' }, async ({ page, context }) => {
  const { url } = systemAddresses();
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const phone = await openDemoPhone(context);
  await checkAccessibility(phone);
  await page.goto(`${url}/index`);
  await page.getByRole('button', { name: '连接钱包' }).first().click();
  const list = page.getByRole(dialog, { name: '连接钱包' });
  await list.getByRole('listitem').first().getByRole('button', { name: '手机钱包扫码' }).click();
  await list.getByRole('button', { name: '复制链接' }).click();
  await phone.getByLabel('网页的链接').fill(await page.evaluate(() => navigator.clipboard.readText()));
  await phone.getByRole('button', { name: '连接', exact: true }).click();
  await approve(phone, /请求连接。它能看到您的地址/);
  await page.getByRole(dialog, { name: '授权登录' }).getByRole('button', { name: '签名登录' }).click();
  await expect(phone.locator('article pre')).toContainText(new URL(url).host);
  await approve(phone, '请求您签署以下文字。不收费，也不会转出资金。');
  await expect(page.getByText('授权登录成功')).toBeVisible();

  await page.goto(`${url}/deposit`);
  await page.getByLabel('充值数量').fill('12.5');
  await page.getByRole('button', { name: '充值 12.5 JU' }).click();
  await expect(phone.locator('article')).toContainText('JU 将充值到您的 City Mint 余额。');
  await checkAccessibility(phone);
  await approve(phone, /请求向 City Mint 金库发送 12\.5 JU/);
  await expect(page.getByText('充值成功')).toBeVisible();
  const { assets } = dataOf(await (await pageClient(page)).call('POST /api/app/user/asset', {}));
  expect(assets.find(({ currency }) => currency === 'JU')?.available).toBe('12.5');
});

test('the demo phone reads a picture and answers no other page', { tag: '@soak-6' }, async ({ page, context }) => {
  await installApi(page);
  const phone = await openDemoPhone(context);
  await openPage(page);
  await showCode(page);
  const code = await page.getByRole(dialog).getByRole('img', { name: '用于连接钱包的二维码' }).screenshot();
  const picture = phone.getByLabel('或选择二维码图片');
  await picture.setInputFiles({ name: 'home.png', mimeType: 'image/png', buffer: await phone.screenshot() });
  await expect(phone.getByRole('alert')).toHaveText('图片中没有钱包连接的二维码。');
  await picture.setInputFiles({ name: 'code.png', mimeType: 'image/png', buffer: code });
  await expect(phone.locator('article')).toContainText('请求连接');

  const id = Number(await phone.locator('article').getAttribute('data-id'));
  const answerFrom = (headers: Record<string, string>) =>
    context.request.post(`${new URL(phone.url()).origin}/answer`, { headers, data: { id, isApproved: true } });
  expect((await answerFrom({ origin: pageUrl() })).status()).toBe(403);
  expect((await answerFrom({ origin: new URL(phone.url()).origin, host: 'phone.example' })).status()).toBe(403);
  await phone.getByRole('button', { name: '拒绝' }).click();
  await expect(page.getByText('用户已取消')).toBeVisible();
  await phone.getByLabel('网页的链接').fill('wc:used');
  await phone.getByRole('button', { name: '连接', exact: true }).click();
  await expect(phone.getByRole('alert')).toHaveText('链接无效，请在网页上重新复制。');
});

async function approve(phone: Page, text: string | RegExp): Promise<void> {
  const question = phone.locator('article').filter({ hasText: text });
  await question.getByRole('button', { name: '同意' }).click();
  await expect(question).toHaveCount(0);
}

/** Starts the demo phone wallet as `npm start` does, and opens its screen as a second window. */
async function openDemoPhone(context: BrowserContext): Promise<Page> {
  const phone = await startPhoneProgram({ relayUrl: relay.url, ...systemAddresses() });
  wallets.push(phone);
  const screen = await context.newPage();
  await screen.goto(phone.url);
  await expect(screen.getByText(/^\d[\d.]* JU$/)).toBeVisible();
  return screen;
}

test.describe('on a phone', () => {
  test.use({
    userAgent: 'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/156.0 Mobile Safari/537.36',
    isMobile: true,
  });

  test('the wallet’s app is opened by the tap itself, and again for each signature', async ({ page }) => {
    await installApi(page);
    const wallet = await startWallet();
    await openPage(page);
    await page.getByRole('button', { name: '连接钱包' }).first().click();
    const sheet = page.getByRole(dialog, { name: '连接钱包' });
    await expect(sheet.getByRole('link', { name: '用 Trust Wallet 打开' })).toHaveAttribute(
      'href',
      `https://link.trustwallet.com/open_url?coin_id=60&url=${encodeURIComponent(`${pageUrl()}/index`)}`,
    );
    await checkAccessibility(page);
    await sheet.getByRole('button', { name: '手机上的钱包 App' }).click();
    const any = await sheet.getByRole('link', { name: '打开其他钱包 App' }).getAttribute('href');
    const app = sheet.getByRole('link', { name: '打开 MetaMask' });
    await expect(app).toHaveAttribute('href', `https://metamask.app.link/wc?uri=${encodeURIComponent(any ?? '')}`);
    await checkAccessibility(page);
    await page.context().route('https://metamask.app.link/**', (route) => route.fulfill({ body: 'the app' }));
    const [opened] = await Promise.all([page.waitForEvent('popup'), app.tap()]);
    await opened.close();
    await wallet.scan(any ?? '');
    const sign = page.getByRole(dialog, { name: '授权登录' }).getByRole('button', { name: '签名登录' });
    const [again] = await Promise.all([page.waitForEvent('popup'), sign.tap()]);
    await again.waitForURL(/^https:\/\/metamask\.app\.link\/wc\?requestId=\d+&sessionTopic=/);
    await expect(page.getByText('授权登录成功')).toBeVisible();
  });
});
test('a session outlasts its relay, and can be ended without it', { tag: '@soak-1' }, async ({ page }) => {
  await installApi(page);
  const wallet = await startWallet();
  await openPage(page);
  await wallet.scan(await showCode(page));
  await page.getByRole(dialog, { name: '授权登录' }).getByRole('button', { name: '签名登录' }).click();
  await expect(page.getByText('授权登录成功')).toBeVisible();
  await relay.stop();
  await page.reload();
  await page.getByRole('button', { name: short(wallet.account.address) }).click();
  await page.getByRole('button', { name: '断开连接' }).click();
  await expect(page.getByRole(dialog, { name: '连接钱包' })).toBeVisible();
  await relay.restart();
});
