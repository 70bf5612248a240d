import { fmcAbi } from '@city-mint/chain-contract/generated/fmc-abi';
import { uniswapRouterAbi } from '@city-mint/chain-contract/generated/uniswap-router-abi';
import { expect, type Page } from '@playwright/test';
import { createWalletClient, type Hex, http, parseEther } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { checkAccessibility } from './fixtures/check-accessibility.ts';
import { enterSystem } from './fixtures/enter-system.ts';
import { pressEnter } from './fixtures/press-enter.ts';
import { test } from './fixtures/test.ts';
import { systemChain } from './system/chain.ts';
import { openRound } from './system/open-round.ts';
import { fundedKey } from './system/participant.ts';
import { systemAddresses } from './system/system-addresses.ts';

const AMOUNT = '7.500000000000000001';
const path = (page: Page) => page.getByRole('list', { name: '充值的每一步' }).getByRole('listitem');

test('from a round to the recharge and back: prepared, asked, block by block, credited', async ({ page }) => {
  const { url, rpcUrl } = systemAddresses();
  const [visitor, round] = await Promise.all([enterSystem(page, 94), openRound({ city: 'Way', quota: '1000' })]);
  const answered = page.waitForResponse('**/api/app/config');
  await page.goto(`${url}/deposit?back=${encodeURIComponent(`/city?city=${round.cityId}`)}`);
  // As the server measured last: four, and three if a block came between its two readings.
  const { confirmationsNeeded: needed } = (await (await answered).json()).data;
  await expect(path(page)).toHaveText(['钱包里', `0/${needed}金库合约`, '可用']);
  // The wallet is named only once it has the transaction.
  const estimate: (() => void)[] = [];
  await page.route(`${rpcUrl}/**`, async (route) => {
    if (route.request().postDataJSON().method === 'eth_estimateGas') {
      await new Promise<void>((resolve) => estimate.push(resolve));
    }
    await route.continue();
  });
  await page.getByRole('button', { name: '充值', exact: true }).click({ force: true });
  await expect(page.getByText('请输入数量')).toBeVisible();
  await page.getByLabel('充值数量').fill(AMOUNT);
  await page.getByRole('button', { name: `充值 ${AMOUNT} JU` }).click();
  await expect(page.getByText('正在准备交易…')).toBeVisible();
  await expect.poll(() => estimate.length).toBe(1);
  await expect(page.getByText('请在钱包中确认充值')).toHaveCount(0);
  expect(visitor.wallet.calls('eth_sendTransaction')).toEqual([]);
  visitor.wallet.hangNext('eth_sendTransaction');
  estimate.pop()?.();
  await expect(page.getByText('请在钱包中确认充值')).toBeVisible();
  expect(visitor.wallet.calls('eth_sendTransaction')).toHaveLength(1);
  // The page hears of the credit only once the next amount is typed: else it has led back to the round by then.
  const typed = Promise.withResolvers<void>();
  await page.route('**/api/app/user/assetEventLog', async (route) => {
    const reply = await route.fetch();
    const { items } = (await reply.json()).data as { items: readonly { quantity: string; status: string }[] };
    if (items.some(({ quantity, status }) => quantity === AMOUNT && status === 'completed')) await typed.promise;
    await route.fulfill({ response: reply });
  });
  visitor.wallet.answerHanging();

  await expect(page.getByText('到账后自动返回')).toBeVisible();
  await expect(path(page).nth(1)).toHaveText(new RegExp(`^[1-${needed}]/${needed}金库合约$`));
  await checkAccessibility(page);
  // An amount that is being typed is not left for a credit.
  await page.getByLabel('充值数量').fill('1');
  typed.resolve();
  await expect(page.getByText('已到账')).toBeVisible();
  await expect(path(page)).toHaveText(['钱包里', '金库合约', '可用']);
  await checkAccessibility(page);
  await pressEnter(page.getByRole('button', { name: '返回继续参与' }));
  await expect(page).toHaveURL(`${url}/city?city=${round.cityId}`);
  await expect(page.getByRole('radio', { name: round.city })).toBeChecked();
});

test('given up while it is prepared, the wallet is not asked; another site is no way back', { tag: '@soak-6' }, async ({
  page,
}) => {
  const { url, rpcUrl } = systemAddresses();
  const visitor = await enterSystem(page, 95);
  const evil = encodeURIComponent('//evil.example/city');
  await page.goto(`${url}/deposit?back=${evil}`);
  const estimate: (() => void)[] = [];
  await page.route(`${rpcUrl}/**`, async (route) => {
    if (route.request().postDataJSON().method === 'eth_estimateGas') {
      await new Promise<void>((resolve) => estimate.push(resolve));
    }
    await route.continue();
  });
  await page.getByLabel('充值数量').fill(AMOUNT);
  await page.getByRole('button', { name: `充值 ${AMOUNT} JU` }).click();
  await page.getByRole('button', { name: '取消' }).click();
  await expect(page.getByText('用户已取消')).toBeVisible();
  const answered = page.waitForResponse(
    (response) => response.request().postData()?.includes('eth_estimateGas') ?? false,
  );
  await expect.poll(() => estimate.length).toBe(1);
  estimate.pop()?.();
  await answered;
  // The next one is asked for, and only that one; two taps are one recharge.
  await page.unroute(`${rpcUrl}/**`);
  await page.getByLabel('充值数量').fill('1');
  await page.getByRole('button', { name: '充值 1 JU' }).dblclick();
  await expect(page.getByText('充值已发送，等待上链')).toBeVisible();
  expect(visitor.wallet.calls('eth_sendTransaction')).toHaveLength(1);
  await expect(page.getByText('已到账')).toBeVisible();
  await expect(page.getByRole('button', { name: '返回继续参与' })).toHaveCount(0);
  // The back button of a screen that was opened directly.
  await page.goto('about:blank');
  await page.goto(`${url}/deposit?back=${evil}`);
  await expect(page.getByLabel('充值数量')).toBeVisible();
  expect(new URL(page.url()).origin).toBe(url);
});

/** Buys FMC for the account with this key. */
async function buyFmc(key: Hex): Promise<void> {
  const { rpcUrl, contracts } = systemAddresses();
  const account = privateKeyToAccount(key);
  const chain = systemChain();
  const wallet = createWalletClient({ account, transport: http(rpcUrl), chain: chain.node.chain });
  const hash = await wallet.writeContract({
    address: contracts.router,
    abi: uniswapRouterAbi,
    functionName: 'swapExactETHForTokens',
    args: [0n, [contracts.wrappedNative, contracts.fmc], account.address, 10n ** 12n],
    value: parseEther('1'),
  });
  await chain.node.waitForTransactionReceipt({ hash });
}

test('an approval that is refused, and one that is given: FMC of a wallet that cannot sign permits', {
  tag: '@soak-4',
}, async ({ page }) => {
  const { url, contracts } = systemAddresses();
  const { wallet } = await enterSystem(page, 96);
  await buyFmc(fundedKey(96));
  await page.goto(`${url}/deposit?currency=FMC`);
  await page.getByLabel('充值数量').fill('1.5');
  await expect(page.getByText('先授权金库收取该数量的 FMC，再充值。')).toBeVisible();
  const submit = page.getByRole('button', { name: '授权并充值 1.5 FMC' });
  wallet.failNext('eth_signTypedData_v4', 4001);
  await submit.click();
  await expect(page.getByText('授权失败或已取消')).toBeVisible();
  expect(wallet.calls('eth_sendTransaction')).toEqual([]);

  wallet.failNext('eth_signTypedData_v4', -32601, 'the method is not supported');
  wallet.hangNext('eth_sendTransaction');
  await submit.click();
  await expect(page.getByText('请在钱包中确认授权')).toBeVisible();
  // The recharge itself waits for the wallet as well, as it does for a person.
  wallet.hangNext('eth_sendTransaction');
  wallet.answerHanging();
  await expect(page.getByText('授权成功，可继续充值')).toBeVisible();
  await expect(page.getByText('请在钱包中确认充值')).toBeVisible();
  wallet.answerHanging();
  await expect(page.getByText('已到账')).toBeVisible();
  expect(wallet.calls('eth_sendTransaction')).toHaveLength(2);
  const owner = wallet.accounts[0]?.address ?? '0x';
  const allowance = await systemChain().node.readContract({
    address: contracts.fmc,
    abi: fmcAbi,
    functionName: 'allowance',
    args: [owner, contracts.vault],
  });
  // Exactly the amount was approved, and it is used up.
  expect(allowance).toBe(0n);
});
