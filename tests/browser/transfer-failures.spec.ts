import { vaultAbi } from '@city-mint/chain-contract/generated/vault-abi';
import { expect, type Page } from '@playwright/test';
import { parseEther } from 'viem';
import { checkAccessibility } from './fixtures/check-accessibility.ts';
import { enterSystem, type Visitor } from './fixtures/enter-system.ts';
import { assetCard } from './fixtures/figures.ts';
import { gotoQuiet } from './fixtures/goto-quiet.ts';
import { pretendOldChain } from './fixtures/old-chain.ts';
import { test } from './fixtures/test.ts';
import { systemChain } from './system/chain.ts';
import { FUNDED_JU } from './system/fund-participants.ts';
import { systemAddresses } from './system/system-addresses.ts';
import { dataOf } from './system/system-client.ts';

const AMOUNT = '7.000000000000000003';
const WITH_RECHARGE = '5007.000000000000000003';
const WITHOUT = '4992.999999999999999997';

async function events({ client }: Visitor) {
  return dataOf(await client.call('POST /api/app/user/assetEventLog', {})).items;
}

/** Returns how many deposits of this account the vault has emitted. */
async function depositsOf({ wallet }: Visitor): Promise<number> {
  const { contracts } = systemAddresses();
  const logs = await systemChain().node.getContractEvents({
    address: contracts.vault,
    abi: vaultAbi,
    eventName: 'Deposited',
    fromBlock: 0n,
  });
  const own = wallet.accounts[0]?.address.toLowerCase() ?? 'none';
  return logs.filter(({ topics, data }) => JSON.stringify([topics, data]).toLowerCase().includes(own.slice(2))).length;
}

/** Whether the server reports the recharge, final or not. */
async function isKnown({ client }: Visitor): Promise<boolean> {
  const { assets, pendingRecharges } = dataOf(await client.call('POST /api/app/user/asset', {}));
  return pendingRecharges.length > 0 || assets.some(({ available }) => available === WITH_RECHARGE);
}

async function fillRecharge(page: Page): Promise<void> {
  await page.goto(`${systemAddresses().url}/deposit`);
  await page.getByLabel('充值数量').fill(AMOUNT);
  await page.getByRole('button', { name: `充值 ${AMOUNT} JU` }).click();
}

async function askWithdrawal(page: Page): Promise<void> {
  await page.goto(`${systemAddresses().url}/withdraw`);
  await page.getByLabel('提现数量').fill(AMOUNT);
  await page.getByRole('button', { name: `提现 ${AMOUNT} JU` }).click();
  await page.getByRole('alertdialog', { name: '确认提现' }).getByRole('button', { name: '申请提现' }).dblclick();
}

test('a recharge that is refused in the wallet moves nothing; one that is sent outlives a reload', {
  tag: '@soak-2',
}, async ({ page }) => {
  const visitor = await enterSystem(page, 20);
  visitor.wallet.failNext('eth_sendTransaction', 4001);
  await fillRecharge(page);
  await expect(page.getByText('用户已取消')).toBeVisible();
  await expect(page.getByLabel('充值数量')).toHaveValue(AMOUNT);
  visitor.wallet.failNext('eth_sendTransaction', -32603);
  await page.getByRole('button', { name: `充值 ${AMOUNT} JU` }).click();
  await expect(page.getByRole('alert')).toContainText('调用钱包失败，请重试');
  await page.getByRole('button', { name: `充值 ${AMOUNT} JU` }).click();
  await expect(page.getByText('充值已发送，等待上链')).toBeVisible();
  await page.reload();
  await expect(page.getByText('已到账')).toBeVisible();
  expect(await visitor.available()).toBe(WITH_RECHARGE);
  expect(await depositsOf(visitor)).toBe(2);
  // What is credited is not shown as on its way again, in neither currency.
  for (const currency of ['JU', 'FMC']) {
    await gotoQuiet(page, `${systemAddresses().url}/deposit?currency=${currency}`);
    await expect(page.getByText(/^链上可用/)).toBeVisible();
    await expect(page.getByText('等待上链')).toHaveCount(0);
  }
});

test('a reload while the wallet asks: its transaction is found again', { tag: '@soak-2' }, async ({ page }) => {
  const visitor = await enterSystem(page, 21);
  visitor.wallet.hangNext('eth_sendTransaction');
  await fillRecharge(page);
  await expect(page.getByText('请在钱包中确认充值')).toBeVisible();
  await visitor.wallet.asked('eth_sendTransaction');
  await page.reload();
  await expect(page.getByLabel('充值数量')).toHaveValue('');
  expect(await depositsOf(visitor)).toBe(1);
  visitor.wallet.answerHanging();
  await expect.poll(() => depositsOf(visitor), { intervals: [50] }).toBe(2);
  // The indexer polls once a second; the page would poll again only ten seconds later.
  await expect.poll(() => isKnown(visitor), { intervals: [100] }).toBe(true);
  await page.goto(`${systemAddresses().url}/assets`);
  const onItsWay = page.getByText('到账中的充值');
  await expect(assetCard(page, 'JU').locator('data').first()).toHaveAttribute('value', WITH_RECHARGE);
  await expect(onItsWay).toHaveCount(0);
  expect(await depositsOf(visitor)).toBe(2);
});

test('the connection is lost while the wallet asks: connect again, nothing was sent', { tag: '@soak-2' }, async ({
  page,
}) => {
  const visitor = await enterSystem(page, 22);
  visitor.wallet.hangNext('eth_sendTransaction');
  await fillRecharge(page);
  await expect(page.getByText('请在钱包中确认充值')).toBeVisible();
  await visitor.wallet.asked('eth_sendTransaction');
  await visitor.wallet.showAccounts([]);
  await expect(page.getByRole('dialog', { name: '连接钱包' })).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('fmc.session'))).toBeNull();
  visitor.wallet.answerHanging();
  await page.reload();
  await expect(page.getByText('您还没有连接钱包')).toBeVisible();
  expect(await depositsOf(visitor)).toBe(1);
  expect(await visitor.available()).toBe(FUNDED_JU);
});

test('a withdrawal continues after a reload, and pays once', { tag: '@soak-5' }, async ({ page }) => {
  const visitor = await enterSystem(page, 23);
  const before = await systemChain().node.getBalance({ address: visitor.wallet.accounts[0]?.address ?? '0x' });
  visitor.wallet.hangNext('eth_sendTransaction');
  await askWithdrawal(page);
  await expect(page.getByText('请在钱包中确认提现')).toBeVisible();
  await visitor.wallet.asked('eth_sendTransaction');
  await page.reload();
  await expect(page.getByText('已放行，待钱包发送')).toBeVisible();
  expect(await visitor.available()).toBe(WITHOUT);
  visitor.wallet.failNext('eth_sendTransaction', 4001);
  await page.getByRole('button', { name: '在钱包中发送' }).click();
  await expect(page.getByText('用户已取消')).toBeVisible();
  await page.getByRole('button', { name: '在钱包中发送' }).click();
  await expect(page.getByText('钱包已发送，等待上链').or(page.getByText('链上确认中')).first()).toBeVisible();
  await page.reload();
  await expect(page.getByRole('status').filter({ hasText: '提现成功' }).first()).toBeVisible();
  const [withdrawal, ...others] = (await events(visitor)).filter(({ kind }) => kind === 'withdrawal');
  expect(others).toEqual([]);
  const after = await systemChain().node.getBalance({ address: visitor.wallet.accounts[0]?.address ?? '0x' });
  expect(after).toBe(before + parseEther(AMOUNT) - parseEther(withdrawal?.gasFee ?? 'none'));
});

test('two taps on a withdrawal whose answer is lost: it is repeated under the same id, and made once', async ({
  page,
}) => {
  const visitor = await enterSystem(page, 24);
  const ids: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/app/user/withdraw')) ids.push(request.postDataJSON().requestId);
  });
  await page.route(
    '**/api/app/user/withdraw',
    async (route) => {
      await route.fetch();
      await route.abort('connectionreset');
    },
    { times: 1 },
  );
  await askWithdrawal(page);
  await expect(page.getByText('网络异常')).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: '提现成功' }).first()).toBeVisible();
  expect(new Set(ids).size).toBe(1);
  expect((await events(visitor)).filter(({ kind }) => kind === 'withdrawal')).toHaveLength(1);
  expect(await visitor.available()).toBe(WITHOUT);
});

test('another account while a withdrawal waits for its confirmation: nothing is asked for', { tag: '@soak-2' }, async ({
  page,
}) => {
  const visitor = await enterSystem(page, 25);
  await page.goto(`${systemAddresses().url}/withdraw`);
  await page.getByLabel('提现数量').fill(AMOUNT);
  await page.getByRole('button', { name: `提现 ${AMOUNT} JU` }).click();
  // By its text: an element below another dialog has no role.
  const question = page.getByText('最后一步由您的钱包发送并支付网络手续费');
  await expect(question).toBeVisible();
  const [first, second] = visitor.wallet.accounts;
  if (first === undefined || second === undefined) throw new Error('two accounts');
  await visitor.wallet.showAccounts([second, first]);
  await expect(page.getByText('连接的钱包已切换')).toBeVisible();
  await expect(question).toHaveCount(0);
  await page.getByRole('dialog', { name: '授权登录' }).getByRole('button', { name: '签名登录' }).click();
  await expect(page.getByText('可用 0 JU')).toBeVisible();
  expect((await events(visitor)).filter(({ kind }) => kind === 'withdrawal')).toEqual([]);
  expect(await visitor.available()).toBe(FUNDED_JU);
});

test('no network: it says so, keeps the figures, and a retry brings the rest', { tag: '@soak-1' }, async ({ page }) => {
  await enterSystem(page, 26);
  await page.route('**/api/**', (route) => route.abort('internetdisconnected'));
  await page.getByRole('link', { name: '资产' }).click();
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('网络异常');
  await expect(page.getByText('您的资产不受影响。')).toBeVisible();
  await page.unroute('**/api/**');
  await alert.getByRole('button', { name: '重试' }).click();
  await expect(page.locator(`data[value="${FUNDED_JU}"]`).first()).toBeVisible();
  await page.getByRole('link', { name: '提现' }).first().click();
  // A tap on a button that is not ready says what is missing.
  await page.getByRole('button', { name: '申请提现' }).click({ force: true });
  await expect(page.getByText('请输入数量')).toBeVisible();
  // A comma may mean a decimal point: the text stays, and the page asks.
  await page.getByLabel('提现数量').fill('1,000');
  await expect(page.getByLabel('提现数量')).toHaveValue('1,000');
  await page.getByRole('button', { name: '1,000 JU' }).click();
  await expect(page.getByLabel('提现数量')).toHaveValue('1000');
  await page.getByLabel('提现数量').fill('5000.000000000000000001');
  await expect(page.getByText('输入数量超过可用余额（5,000 JU）')).toBeVisible();
  await page.getByLabel('提现数量').fill(AMOUNT);
  const to = page.getByLabel('收款地址');
  await to.fill('');
  await page.getByRole('button', { name: '申请提现' }).click({ force: true });
  await expect(page.getByText('请输入收款地址')).toBeVisible();
  for (const [address, problem] of [
    ['0x'.padEnd(42, '0'), '不能提现到零地址'],
    [systemAddresses().contracts.vault, '这是系统合约的地址'],
    [systemAddresses().contracts.fmc, '这是系统合约的地址'],
  ] as const) {
    await to.fill(address);
    await expect(page.getByText(problem)).toBeVisible();
    await expect(page.getByRole('button', { name: '申请提现' })).toBeDisabled();
  }
  // No digit of an address is cut off.
  expect(
    await to.evaluate(
      (field) => field.scrollWidth <= field.clientWidth && field.scrollHeight <= field.clientHeight + 1,
    ),
  ).toBe(true);
  await to.fill('0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD'.toLowerCase().replace('a', 'A'));
  await expect(page.getByText('地址校验不符，请逐字核对')).toBeVisible();
});

test('attack: a server that names another vault is paid nothing', async ({ page }) => {
  const { url, contracts } = systemAddresses();
  const visitor = await enterSystem(page, 27);
  const attacker = visitor.wallet.accounts[1]?.address ?? contracts.router;
  await page.route('**/api/app/config', async (route) => {
    const response = await route.fetch();
    const body = await response.json();
    await route.fulfill({ response, json: { ...body, data: { ...body.data, vault: attacker } } });
  });
  for (const path of ['/deposit', '/deposit?currency=FMC', '/withdraw']) {
    await page.goto(url + path);
    await expect(page.getByRole('alert')).toContainText(`金库地址（${attacker}）与本页面发布时的不同`);
    await expect(page.getByRole('textbox')).toHaveCount(0);
  }
  await checkAccessibility(page);
  // A withdrawal that was requested before: its voucher is not sent to that vault.
  const { withdrawalId } = dataOf(
    await visitor.client.call('POST /api/app/user/withdraw', {
      currency: 'JU',
      amount: AMOUNT,
      to: visitor.wallet.accounts[0]?.address ?? '',
      requestId: crypto.randomUUID(),
    }),
  );
  await page.goto(`${url}/withdraw?id=${withdrawalId}`);
  await page.getByRole('button', { name: '在钱包中发送' }).click();
  await expect(page.getByRole('alert')).toContainText('充值、提现和兑换已停止');
  expect(visitor.wallet.calls('eth_sendTransaction')).toEqual([]);
});

test('a chain without EIP-1559: the most that can be recharged leaves the gas, and a withdrawal is paid', {
  tag: '@soak-6',
}, async ({ page }) => {
  const { url, rpcUrl } = systemAddresses();
  const visitor = await enterSystem(page, 28, { legacyFees: true });
  await pretendOldChain(page, { rpcUrl });
  await page.goto(`${url}/deposit`);
  await page.getByRole('button', { name: '全部' }).click();
  const amount = parseEther(await page.getByLabel('充值数量').inputValue());
  const own = visitor.wallet.accounts[0]?.address ?? '0x';
  const before = await systemChain().node.getBalance({ address: own });
  expect(amount).toBeLessThan(before);
  await page.getByRole('button', { name: /^充值 \d/ }).click();
  await expect(page.getByText('已到账')).toBeVisible();
  expect(await depositsOf(visitor)).toBe(2);
  await askWithdrawal(page);
  await expect(page.getByRole('status').filter({ hasText: '提现成功' }).first()).toBeVisible();
  for (const { params } of visitor.wallet.calls('eth_sendTransaction')) {
    expect(Object.keys(Object(params[0]))).not.toContain('maxFeePerGas');
  }
});
