import type { Client } from '@city-mint/api-contract/client';
import { groupDigits } from '@city-mint/domain/money/number-form';
import type { MintedSettlement } from '@city-mint/domain/rounds/settlement';
import { expect, type Page } from '@playwright/test';
import { type Address, parseEther, zeroAddress } from 'viem';
import { exact } from './fixtures/exact.ts';
import { assetCard, figure } from './fixtures/figures.ts';
import { hashOf } from './fixtures/hash-of.ts';
import { pageClient } from './fixtures/page-client.ts';
import { test } from './fixtures/test.ts';
import { watchPage } from './fixtures/watch-page.ts';
import { systemChain } from './system/chain.ts';
import { type OpenRound, openRound } from './system/open-round.ts';
import { fundedKey, signInParticipant } from './system/participant.ts';
import { readSettlement } from './system/read-settlement.ts';
import { systemAddresses } from './system/system-addresses.ts';
import { dataOf } from './system/system-client.ts';
import { installWallet, type TestWallet } from './wallet/test-wallet.ts';

const IN_WALLET = parseEther('10000');
const RECHARGED = '1234.567890123456789012';
const ASKED = '333.333333333333333333';
const QUOTA = '1000';

/** What the steps share. */
type Job = { readonly page: Page; readonly wallet: TestWallet; readonly client: Client; readonly account: Address };

/** The others in the round; the old browser's project runs beside this one. */
const OTHERS = { specs: [0, 1], 'old browser': [99, 109] } as const;

test('connect, switch, sign in, recharge, join, be paid, withdraw', async ({ page }, { project }) => {
  const { url, rpcUrl } = systemAddresses();
  const wallet = await installWallet(page, { chainId: 1, rpcUrl });
  const pageErrors = await watchPage(page, url);
  const account = wallet.accounts[0]?.address ?? zeroAddress;
  await systemChain().setJuBalance(account, IN_WALLET);
  await page.goto(`${url}/`);
  await expect(page).toHaveURL(/\/index$/);
  await expect(page.locator('h1')).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(pageErrors.foreignHosts).toEqual(new Set());

  await test.step('connect, wrong chain, unknown to the wallet, added, sign in', () => signInFromAnotherChain(page));
  expect(wallet.calls('wallet_addEthereumChain')).toHaveLength(1);
  const job = { page, wallet, account, client: await pageClient(page) };
  await test.step('recharge, watched from block to block until it is credited', () => recharge(job));

  const round = await openRound({ city: 'Main', quota: QUOTA });
  const [first, second] = project.name === 'old browser' ? OTHERS['old browser'] : OTHERS.specs;
  const [early, late] = await Promise.all([signInParticipant(fundedKey(first)), signInParticipant(fundedKey(second))]);
  await early.join(round, '100.1');
  await test.step('join, with the preview and after the disclosure', () => join(job, round));
  const struck = page.getByRole('dialog', { name: '订单详情' }).getByText('您得到').waitFor();
  await late.join(round, exact(parseEther(QUOTA) - parseEther('100.1') - parseEther(ASKED)));
  await struck;
  const mine = await mintedOrder(round, 2);
  await test.step('the round fills: principal, fee and stages, exact to the unit', () => expectSettlement(job, mine));
  const available = parseEther(RECHARGED) - parseEther(ASKED) + mine.principal + mine.split;
  await test.step('principal and first stage are in the assets', () => expectAssets(job, { available, mine }));
  await test.step('withdraw: the wallet sends the voucher, the chain pays', () => withdraw(job, available));
  await test.step('both are in the records', () => expectRecords(job, available));

  expect(pageErrors.violations).toEqual([]);
  expect(pageErrors.errors).toEqual([]);
  expect([...pageErrors.foreignHosts].filter((host) => host !== new URL(rpcUrl).host)).toEqual([]);
});

async function signInFromAnotherChain(page: Page): Promise<void> {
  await page.getByRole('button', { name: '连接钱包' }).first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Test Wallet' }).click();
  await page.getByRole('button', { name: '切换到 testJuChain' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '签名登录' }).click();
  await expect(page.getByText('授权登录成功')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

async function recharge({ page, client }: Job): Promise<void> {
  await page.getByRole('link', { name: '资产' }).click();
  await expect(assetCard(page, 'JU').locator('data').first()).toHaveAttribute('value', '0');
  await page.getByRole('link', { name: '充值' }).first().click();
  await page.getByLabel('充值数量').fill(RECHARGED);
  await page.getByRole('button', { name: '充值 1,234.567890123456789012 JU' }).click();
  await expect(page.getByText('充值已发送，等待上链')).toBeVisible();
  expect(await watchConfirmations(page)).toEqual(expect.arrayContaining(['确认 4/4']));
  await expect(page.getByText('充值成功')).toBeVisible();
  const { assets } = dataOf(await client.call('POST /api/app/user/asset', {}));
  expect(assets.find(({ currency }) => currency === 'JU')?.available).toBe(RECHARGED);
}

async function join({ page, client }: Job, round: OpenRound): Promise<void> {
  await page.goto(`${systemAddresses().url}/city`);
  // The address is what chooses the city, so the choice shows once it has changed.
  await page.locator('label', { has: page.getByRole('radio', { name: round.city }) }).click();
  await expect(page.getByRole('radio', { name: round.city })).toBeChecked();
  await page.getByRole('button', { name: '参与铸造' }).click();
  const sheet = page.getByRole('dialog', { name: `参与 ${round.city}` });
  await sheet.getByLabel('参与数量').fill(ASKED);
  const preview = dataOf(await client.call('POST /api/app/preview', { roundId: round.roundId, amount: ASKED }));
  const panel = sheet.getByRole('region', { name: '募满之后 · 最坏情况' });
  const { success, maximumLoss } = preview;
  for (const value of [success.fmc, success.principal, success.fee, maximumLoss]) {
    await expect(panel.locator(`data[value="${value}"]`).first()).toBeVisible();
  }
  await sheet.getByText('测算明细').click();
  await expect(sheet.getByText('预计排在第 2 位')).toBeVisible();
  await expect(sheet.getByText(`参与后可用余额`)).toBeVisible();

  await sheet.getByRole('button', { name: `确认参与 ${ASKED} JU` }).click();
  const consent = page.getByRole('dialog', { name: '首次参与前' });
  const accept = consent.getByRole('button', { name: `同意并参与 ${ASKED} JU` });
  await expect(accept).toBeDisabled();
  // A tap before it was read leads to what is missing.
  await expect(consent.getByRole('checkbox')).toBeAttached();
  await expect(consent.getByRole('checkbox')).not.toBeInViewport();
  await accept.click({ force: true });
  await expect(consent.getByRole('checkbox')).toBeFocused();
  await expect(consent.getByRole('checkbox')).toBeInViewport();
  await consent.getByRole('checkbox').check();
  await accept.click();
  const done = page.getByRole('dialog', { name: '订单已接受' });
  await expect(figure(done, '实际参与数量')).toHaveAttribute('value', ASKED);
  await done.getByRole('button', { name: '查看订单' }).click();
  await expect(page.getByRole('dialog', { name: '订单详情' })).toContainText('本轮尚未结算');
}

type MintedOrder = MintedSettlement['orders'][number];

/** Returns what the domain computes for this rank from the published file of a minted round. */
async function mintedOrder({ roundId }: OpenRound, rank: number): Promise<MintedOrder> {
  const result = await readSettlement(roundId);
  if (result.outcome !== 'minted') throw new Error('a full round is minted');
  const order = result.orders.find((candidate) => candidate.rank === rank);
  if (order === undefined) throw new Error('the order is not in the settlement');
  return order;
}

async function expectSettlement({ page, client }: Job, mine: MintedOrder): Promise<void> {
  const settlement = page.getByRole('dialog').getByRole('region', { name: '铸造结算' });
  await expect(figure(settlement, '返还本金')).toHaveAttribute('value', exact(mine.principal));
  await expect(figure(settlement, '手续费')).toHaveAttribute('value', exact(mine.fee));
  const stages = settlement.getByRole('listitem');
  await expect(stages).toHaveCount(3);
  for (const [index, amount] of mine.stages.entries()) {
    await expect(stages.nth(index).locator('data')).toHaveAttribute('value', exact(amount));
    await expect(stages.nth(index)).toContainText(index === 0 ? '已发放' : '待发放');
  }
  const { items } = dataOf(await client.call('POST /api/biz/mine/mint', {}));
  expect(items).toHaveLength(1);
  const detail = dataOf(await client.call('POST /api/biz/mint/detail', { orderId: items[0]?.orderId ?? '' }));
  expect(detail.settlement?.minted).toMatchObject({
    principal: exact(mine.principal),
    fee: exact(mine.fee),
    split: exact(mine.split),
    stages: mine.stages.map((amount) => ({ amount: exact(amount) })),
  });
  await page.getByRole('dialog').getByRole('button', { name: '关闭' }).click();
}

async function expectAssets(
  { page }: Job,
  { available, mine }: { available: bigint; mine: MintedOrder },
): Promise<void> {
  const [first, second, third] = mine.stages;
  await page.getByRole('link', { name: '资产' }).click();
  const [ju, fmc] = [assetCard(page, 'JU'), assetCard(page, 'FMC')];
  await expect(ju.locator('data').first()).toHaveAttribute('value', exact(available));
  // What is zero has no row.
  await expect(ju).not.toContainText('铸造中');
  await expect(fmc.locator('data').first()).toHaveAttribute('value', exact(first));
  await expect(figure(fmc, '待发放')).toHaveAttribute('value', exact(second + third));
  await expect(figure(fmc, '合计')).toHaveAttribute('value', exact(first + second + third));
}

/** The page sets the gas itself, with a margin: the cost of a withdrawal depends on the ones before it. */
const withGas = expect.objectContaining({ gas: expect.stringMatching(/^0x[1-9a-f]/) });

async function withdraw({ page, client, wallet, account }: Job, available: bigint): Promise<void> {
  await page.getByRole('link', { name: '提现' }).first().click();
  await page.getByRole('button', { name: '全部' }).click();
  await page.getByRole('button', { name: `提现 ${groupDigits(exact(available), 'zh')} JU` }).click();
  await page.getByRole('alertdialog', { name: '确认提现' }).getByRole('button', { name: '申请提现' }).click();
  const state = page.getByRole('status').filter({ hasText: '提现成功' });
  await expect(state.first()).toBeVisible();
  const sent = wallet.calls('eth_sendTransaction');
  expect(sent.map(({ params }) => params)).toEqual([[withGas], [withGas]]);
  const { items } = dataOf(await client.call('POST /api/app/user/assetEventLog', {}));
  expect(items.map(({ kind, status }) => `${kind} ${status}`)).toEqual(['withdrawal completed', 'recharge completed']);
  const chain = systemChain();
  const gas = await Promise.all(items.map(({ txHash }) => chain.gasOf(hashOf(txHash))));
  expect(items.map(({ gasFee }) => gasFee)).toEqual(gas.map(exact));
  const spent = parseEther(RECHARGED) + gas.reduce((sum, fee) => sum + fee, 0n);
  expect(await chain.node.getBalance({ address: account })).toBe(IN_WALLET - spent + available);
}

async function expectRecords({ page }: Job, available: bigint): Promise<void> {
  await page.getByRole('link', { name: '查看记录' }).click();
  await expect(page.getByRole('status').filter({ hasText: '已完成' })).toBeVisible();
  await expect(page.locator(`data[value="${exact(available)}"]`)).toBeVisible();
  await page.goto(`${systemAddresses().url}/record`);
  await expect(page.getByRole('region', { name: '充提记录' }).getByRole('link')).toHaveCount(2);
}

/** Returns the texts of the confirmations that the page showed, each once, until the recharge was credited. */
async function watchConfirmations(page: Page): Promise<string[]> {
  const seen = new Set<string>();
  const text = page.getByText(/^确认 \d\/4$/);
  await expect
    .poll(
      async () => {
        const [now] = await text.allTextContents();
        if (now !== undefined) seen.add(now);
        return page.getByText('已到账').isVisible();
      },
      { intervals: [100] },
    )
    .toBe(true);
  const [last] = await text.allTextContents();
  if (last !== undefined) seen.add(last);
  expect(seen.size).toBeGreaterThanOrEqual(3);
  expect([...seen]).toEqual([...seen].toSorted());
  return [...seen];
}
