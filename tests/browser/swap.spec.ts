import { fmcAbi } from '@city-mint/chain-contract/generated/fmc-abi';
import { formatAmount } from '@city-mint/domain/money/amount-text';
import { leastReceived, mostSold } from '@city-mint/domain/swap/quote';
import { expect, type Page } from '@playwright/test';
import { createWalletClient, decodeFunctionData, http, parseEther, zeroAddress } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { checkAccessibility } from './fixtures/check-accessibility.ts';
import { enterSystem } from './fixtures/enter-system.ts';
import { pretendOldChain } from './fixtures/old-chain.ts';
import {
  buyFmc,
  confirm,
  confirmation,
  expectQuote,
  pauseSwaps,
  routerCalls,
  routerQuote,
  term,
  untilFinal,
} from './fixtures/swap.ts';
import { test } from './fixtures/test.ts';
import { systemChain } from './system/chain.ts';
import { fundedKey } from './system/participant.ts';
import { systemAddresses } from './system/system-addresses.ts';
import { dataOf } from './system/system-client.ts';

// One pool: a test's swaps change the quotes of another.
test.describe.configure({ mode: 'default' });

const ME = 39;
const SOLD_JU = '7.654321098765432109';
const WANTED_JU = '1.25';
const WANTED_FMC = '12.345678901234567891';
/** Moves the price so far that a quote made before is not met any more. */
const MOVING_JU = parseEther('5000');
/** Moves the price, but less than the limit of slippage. */
const NUDGING_JU = parseEther('20');

/** The slippage limit on the screen of a swap. */
const limitRow = (page: Page) => page.locator('xpath=.//dt[normalize-space(.)="滑点上限"]/../dd');

test('quotes are the router’s to the unit both ways, and swaps arrive in the log as the chain made them', {
  tag: '@soak-6',
}, async ({ page }) => {
  const { url } = systemAddresses();
  const { client, wallet } = await enterSystem(page, ME);
  await page.goto(`${url}/swap?sell=JU`);
  await page.getByLabel('卖出', { exact: true }).fill(SOLD_JU);
  const paid = routerQuote('getAmountsOut', parseEther(SOLD_JU), 'JU');
  await expectQuote(page, paid, ['至少得到', leastReceived]);
  await page.getByRole('button', { name: /^兑换，至少得 [\d.]+ FMC$/ }).click();
  await confirm(page);
  await untilFinal(page);

  await page.getByRole('button', { name: '交换卖出与得到的币种' }).click();
  await page.locator('input[name="received"]').fill(WANTED_JU);
  const taken = routerQuote('getAmountsIn', parseEther(WANTED_JU), 'FMC');
  await expectQuote(page, taken, ['最多卖出', mostSold]);
  await expect(page.getByText('先在钱包中授权兑换路由收取该数量的 FMC')).toBeVisible();
  await page.getByRole('button', { name: /^兑换，至多付 [\d.]+ FMC$/ }).click();
  const slip = await confirmation(page).textContent();
  await confirm(page);
  await untilFinal(page);
  // Exactly the most that was confirmed is approved.
  const most = BigInt(String(routerCalls(wallet).at(-1)?.args[1]));
  expect(slip).toContain(`${formatAmount(most)} FMC`);
  const [, approval] = wallet.calls('eth_sendTransaction');
  expect(decodeFunctionData({ abi: fmcAbi, data: Object(approval?.params[0]).data })).toMatchObject({
    functionName: 'approve',
    args: [systemAddresses().contracts.router, most],
  });

  const { items } = dataOf(await client.call('POST /api/app/user/swapLog', {}));
  expect(items.map(({ slippageLimitBps }) => slippageLimitBps)).toEqual([50, 50]);
  const before = items.map(({ blockHeight }) => BigInt(blockHeight) - 1n);
  const [sold, received] = await Promise.all([taken(before[0]), paid(before[1])]);
  expect(items.map((item) => [item.sold, item.received])).toEqual([
    [
      { currency: 'FMC', amount: formatAmount(sold) },
      { currency: 'JU', amount: WANTED_JU },
    ],
    [
      { currency: 'JU', amount: SOLD_JU },
      { currency: 'FMC', amount: formatAmount(received) },
    ],
  ]);
  await page.getByRole('link', { name: '兑换记录' }).click();
  const log = page.getByRole('list', { name: '兑换记录' });
  await expect(log.locator('data')).toHaveCount(4);
  await checkAccessibility(page);
  await log.getByRole('link').last().click();
  await expect(page.getByRole('heading', { name: '兑换详情' })).toBeVisible();
  await expect(page.locator(`data[value="${formatAmount(received)}"]`)).toBeVisible();
  await expect(limitRow(page)).toHaveText('0.5%');
  await checkAccessibility(page);

  // What was swapped elsewhere has no limit that is known.
  await buyFmc(privateKeyToAccount(fundedKey(ME)), parseEther('1'));
  const listed = async () => dataOf(await client.call('POST /api/app/user/swapLog', {})).items[0]?.sold.amount;
  await expect.poll(listed).toBe('1');
  await page.goto(`${url}/swap?tab=log`);
  await expect(log.getByRole('link')).toHaveCount(3);
  await log.getByRole('link').first().click();
  await expect(page.locator('data[value="1"]')).toBeVisible();
  await expect(limitRow(page)).toHaveText('—');
});

test('exactly this FMC bought, then sold by an allowance; a refusal in the wallet changes nothing', async ({
  page,
}) => {
  const { url, rpcUrl, contracts } = systemAddresses();
  const { client, wallet } = await enterSystem(page, 113);
  const account = privateKeyToAccount(fundedKey(113));
  await page.goto(`${url}/swap?sell=JU`);
  await page.locator('input[name="received"]').fill(WANTED_FMC);
  const cost = routerQuote('getAmountsIn', parseEther(WANTED_FMC), 'JU');
  await expectQuote(page, cost, ['最多卖出', mostSold]);
  const submit = page.getByRole('button', { name: /^兑换，至多付 [\d.]+ JU$/ });
  wallet.failNext('eth_sendTransaction', 4001);
  await submit.click();
  await confirm(page);
  await expect(page.getByText('用户已取消')).toBeVisible();
  await expect(page.locator('input[name="received"]')).toHaveValue(WANTED_FMC);
  await expect(page.getByRole('heading', { name: '进行中的兑换' })).toHaveCount(0);
  await submit.click();
  const slip = await confirmation(page).textContent();
  await confirm(page);
  await untilFinal(page);
  const bought = routerCalls(wallet).at(-1);
  expect(bought?.functionName).toBe('swapETHForExactTokens');
  expect(slip).toContain(`${formatAmount(bought?.value ?? 0n)} JU`);

  const allowed = parseEther(WANTED_FMC);
  const chain = systemChain();
  const approval = await createWalletClient({
    account,
    transport: http(rpcUrl),
    chain: chain.node.chain,
  }).writeContract({
    ...{ address: contracts.fmc, abi: fmcAbi, functionName: 'approve', args: [contracts.router, allowed] },
  });
  await chain.node.waitForTransactionReceipt({ hash: approval });
  await page.goto(`${url}/swap`);
  await page.getByRole('button', { name: '全部' }).click();
  const proceeds = routerQuote('getAmountsOut', allowed, 'FMC');
  await expectQuote(page, proceeds, ['至少得到', leastReceived]);
  await page.getByRole('button', { name: /^兑换，至少得 [\d.]+ JU$/ }).click();
  await confirm(page);
  await untilFinal(page);
  expect(wallet.calls('eth_sendTransaction')).toHaveLength(3);
  const { items } = dataOf(await client.call('POST /api/app/user/swapLog', {}));
  const before = items.map(({ blockHeight }) => BigInt(blockHeight) - 1n);
  const [received, paid] = await Promise.all([proceeds(before[0]), cost(before[1])]);
  expect(items.map(({ sold, received: got }) => [sold.amount, got.amount])).toEqual([
    [WANTED_FMC, formatAmount(received)],
    [formatAmount(paid), WANTED_FMC],
  ]);
});

test('while it is confirmed the quote stays; the transaction has the shown minimum; a reload continues', {
  tag: '@soak-4',
}, async ({ page }) => {
  const { url } = systemAddresses();
  const { wallet } = await enterSystem(page, 114);
  await page.goto(`${url}/swap?sell=JU`);
  await page.getByLabel('卖出', { exact: true }).fill('3');
  const shown = term(page, '至少得到');
  await expect(shown).toBeVisible();
  await page.getByRole('button', { name: /^兑换，至少得/ }).click();
  const slip = (await confirmation(page).textContent()) ?? '';
  const least = await shown.getAttribute('value');
  expect(slip).toContain(`${least} FMC`);
  await buyFmc(privateKeyToAccount(fundedKey(ME - 1)), NUDGING_JU);
  await expect(shown).not.toHaveAttribute('value', least ?? '');
  expect(await confirmation(page).textContent()).toBe(slip);
  await confirm(page);
  const title = page.getByRole('heading', { name: '进行中的兑换' });
  await expect(title).toBeVisible();
  expect(routerCalls(wallet).map(({ args }) => args[0])).toEqual([parseEther(least ?? '')]);
  await page.reload();
  await untilFinal(page);

  // Held back by the operator while it is confirmed: nothing is sent.
  await page.getByLabel('卖出', { exact: true }).fill('3');
  await page.getByRole('button', { name: /^兑换，至少得/ }).click();
  await pauseSwaps(page);
  await confirm(page);
  await expect(page.getByRole('alert')).toContainText('暂停兑换，未发送');
  expect(routerCalls(wallet)).toHaveLength(1);
});

test('a chain without EIP-1559 whose node estimates half the gas: all JU but the gas, and FMC back', {
  tag: '@soak-3',
}, async ({ page }) => {
  const { url, rpcUrl } = systemAddresses();
  const { wallet } = await enterSystem(page, 115, { legacyFees: true });
  const own = wallet.accounts[0]?.address ?? zeroAddress;
  await systemChain().setJuBalance(own, parseEther('7'));
  await pretendOldChain(page, { rpcUrl, estimateGas: (gas) => gas / 2n });
  await page.goto(`${url}/swap?sell=JU`);
  await page.getByRole('button', { name: '全部' }).click();
  const all = parseEther(await page.getByLabel('卖出', { exact: true }).inputValue());
  expect(all).toBeLessThan(parseEther('7'));
  expect(all).toBeGreaterThan(parseEther('6.9'));
  await page.getByRole('button', { name: /^兑换，至少得/ }).click();
  await confirm(page);
  await untilFinal(page);
  await page.getByRole('button', { name: '交换卖出与得到的币种' }).click();
  await page.getByLabel('卖出', { exact: true }).fill('1.5');
  await page.getByRole('button', { name: /^兑换，至少得/ }).click();
  await confirm(page);
  await untilFinal(page);
  const sent = wallet.calls('eth_sendTransaction').map(({ params }) => Object(params[0]));
  expect(sent.map(({ gas }) => BigInt(gas))).toEqual([200_000n, 200_000n, 200_000n]);
  expect(sent.filter((transaction) => 'maxFeePerGas' in transaction)).toEqual([]);
});

test('a swap that the chain reverts: its price was gone when it got there; nothing but gas is lost', {
  tag: '@soak-4',
}, async ({ page }) => {
  const { url } = systemAddresses();
  const { client, wallet } = await enterSystem(page, 97);
  const other = privateKeyToAccount(fundedKey(ME - 1));
  await systemChain().setJuBalance(other.address, parseEther('100000'));
  await page.goto(`${url}/swap?sell=JU`);
  await page.getByLabel('卖出', { exact: true }).fill('3');
  await page.getByRole('button', { name: /^兑换，至少得/ }).click();
  wallet.hangNext('eth_sendTransaction');
  await confirm(page);
  await wallet.asked('eth_sendTransaction');
  await buyFmc(other, MOVING_JU);
  wallet.answerHanging();
  await expect(page.getByRole('status').filter({ hasText: '兑换失败，请重试' })).toBeVisible();
  const reason = page.getByText('价格变动超出滑点上限，未成交。资产未动，仅消耗网络手续费。');
  await expect(reason).toBeVisible();
  await checkAccessibility(page);
  await page.getByRole('link', { name: '兑换记录' }).click();
  await page.getByRole('list', { name: '兑换记录' }).getByRole('link', { name: '未成交' }).click();
  await expect(reason).toBeVisible();
  await expect(page.locator('data[value="3"]')).toBeVisible();
  await checkAccessibility(page);
  const { items } = dataOf(await client.call('POST /api/app/user/swapLog', {}));
  expect(items).toMatchObject([{ status: 'failed', sold: { currency: 'JU', amount: '3' }, slippageLimitBps: 50 }]);
  const [sent, ...others] = wallet.calls('eth_sendTransaction');
  expect([typeof sent, others]).toEqual(['object', []]);
});

test('the price, the pool and quotes are there before a connect; a pause is named before the form is used', async ({
  page,
}) => {
  const { url } = systemAddresses();
  await page.goto(`${url}/swap`);
  await expect(page.getByRole('region', { name: 'FMC 价格' }).locator('data')).toBeVisible();
  await page.getByLabel('卖出', { exact: true }).fill('10');
  await expect(term(page, '至少得到')).toBeVisible();
  await expect(page.getByRole('button', { name: '连接钱包后兑换' })).toBeEnabled();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await checkAccessibility(page);
  }
  await pauseSwaps(page);
  await page.goto(`${url}/swap`);
  await expect(page.getByText('系统维护中，暂停兑换')).toBeVisible();
  await page.getByLabel('卖出', { exact: true }).fill('10');
  await expect(term(page, '至少得到')).toBeVisible();
  await expect(page.locator('form button[type="submit"]')).toBeDisabled();
});

test('the form names the obstacle: no FMC in the wallet, too much for the pool, a price that others moved', {
  tag: '@soak-2',
}, async ({ page }) => {
  const { url } = systemAddresses();
  const { wallet } = await enterSystem(page, 40);
  const account = privateKeyToAccount(fundedKey(ME - 1));
  for (const address of [account.address, wallet.accounts[0]?.address ?? zeroAddress])
    await systemChain().setJuBalance(address, parseEther('100000'));
  await page.goto(`${url}/swap`);
  await expect(page.getByText('链上余额为 0，请先提现到链上资产。')).toBeVisible();
  await expect(page.getByRole('link', { name: '去提现 FMC' })).toHaveAttribute('href', '/withdraw?currency=FMC');
  await page.locator('input[name="received"]').fill('100000000');
  await expect(page.getByText('兑换池里没有这么多JU')).toBeVisible();

  await page.goto(`${url}/swap?sell=JU`);
  await page.locator('form button[type="submit"]').click({ force: true });
  await expect(page.getByText('请输入数量')).toBeVisible();
  // Far beyond the bound: each swap of other tests, or of a first try, makes the pool deeper.
  await page.getByLabel('卖出', { exact: true }).fill('50000');
  await expect(page.getByText(/这笔兑换会使价格变动/)).toBeVisible();
  await page.getByRole('button', { name: /^兑换，至少得/ }).click();
  const stop = page.getByRole('alertdialog', { name: /价格影响/ });
  await stop.getByRole('button', { name: '取消' }).click();
  await expect(confirmation(page)).toHaveCount(0);
  await page.getByRole('button', { name: /^兑换，至少得/ }).click();
  await stop.getByRole('button', { name: '仍要继续' }).click();
  // Between the quote and the confirmation another trade takes the price away: the minimum stops the swap.
  await buyFmc(account, MOVING_JU);
  await confirm(page);
  await expect(page.getByRole('alert')).toContainText('价格变动超出滑点上限');
  expect(wallet.calls('eth_sendTransaction')).toEqual([]);
});
