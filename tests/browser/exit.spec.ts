import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { fmcAbi } from '@city-mint/chain-contract/generated/fmc-abi';
import { vaultAbi } from '@city-mint/chain-contract/generated/vault-abi';
import { DEV_ROLES, devAccount } from '@city-mint/devnet/dev-accounts';
import { payDemand } from '@city-mint/tests/builders/exit-calls';
import { anchorTree, exitStatementOf } from '@city-mint/tests/builders/exit-tree';
import { startTestChain, type TestChain } from '@city-mint/tests/setup/start-test-chain';
import { expect, type Page, test } from '@playwright/test';
import { installWallet, type TestWallet } from './wallet/test-wallet.ts';

const UNIT = 10n ** 18n;
const [ALICE, BOB] = [10, 11];
const FOURTEEN_DAYS = 14 * 24 * 3600;
const ROOT = join(import.meta.dirname, '../..');

/** The release's files for the exit, and the statement of a test. */
let folder: string;
let chain: TestChain;

test.beforeEach(async ({ browserName: _ }, { testId }) => {
  folder = join(ROOT, '.data', `exit-${testId}`);
  mkdirSync(folder, { recursive: true });
  execFileSync(process.execPath, [join(ROOT, 'tools/build-verify.ts'), folder]);
  chain = await startTestChain({ treasury: 5n * UNIT });
  await chain.depositNative(ALICE, 30n * UNIT);
  await chain.giveFmc(ALICE, 20n * UNIT);
  await chain.depositFmc(ALICE, 20n * UNIT);
  await chain.depositNative(BOB, 7n * UNIT);
});

test.afterEach(async () => {
  await chain.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Anchors the debt to alice, and writes their statement. Returns the statement's file. */
async function anchorStatement(): Promise<string> {
  const ju = await anchorTree(chain, 'JU', {
    owed: [
      [ALICE, 20n * UNIT + 1n],
      [BOB, 7n * UNIT],
    ],
  });
  const fmc = await anchorTree(chain, 'FMC', { owed: [[ALICE, 20n * UNIT]] });
  const file = join(folder, 'statement.json');
  writeFileSync(file, await exitStatementOf(chain, ALICE, [ju, fmc]));
  return file;
}

/** Like `anchorStatement`, and pauses withdrawals. */
async function makeStatement(): Promise<string> {
  const file = await anchorStatement();
  await chain.wallet(DEV_ROLES.guard).writeContract({
    ...{ address: chain.addresses.vault, abi: vaultAbi, functionName: 'pauseWithdrawals' },
  });
  return file;
}

/** Opens the static page from its file, and verifies a statement at these nodes. */
async function openExit(page: Page, { file, nodes }: { file: string; nodes: readonly string[] }): Promise<void> {
  await page.goto(pathToFileURL(join(folder, 'exit/index.html')).href);
  await page.getByLabel('退出文件').setInputFiles(file);
  await page.getByLabel('链节点地址').fill(nodes.join('\n'));
  await page.getByRole('button', { name: '核对' }).click();
}

const LIAR = 'https://liar.example/';

/** A node that answers each call of a contract with zero, and all else as the chain does. */
async function installLiar(page: Page): Promise<void> {
  const headers = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' };
  await page.route(LIAR, async (route) => {
    const body = route.request().postData();
    if (body === null) return route.fulfill({ headers });
    const result = `0x${'0'.repeat(64)}`;
    if (body.includes('eth_call')) return route.fulfill({ headers, json: { jsonrpc: '2.0', id: 1, result } });
    const answer = await fetch(chain.url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    await route.fulfill({ headers, json: await answer.json() });
  });
}

async function passFourteenDays(): Promise<void> {
  await chain.testClient.increaseTime({ seconds: FOURTEEN_DAYS });
  await chain.mine(1);
}

/** Clicks a button, which sends one transaction and disappears once it was mined. */
async function clickAndSend(page: Page, name: string, wallet: TestWallet): Promise<void> {
  const sent = () => wallet.calls('eth_sendTransaction').length;
  const before = sent();
  await page.getByRole('button', { name }).click();
  await expect.poll(sent).toBe(before + 1);
  await expect(page.getByText('完成。')).toBeVisible();
  await expect(page.getByRole('button', { name })).toHaveCount(0);
}

/** The holdings of alice and of the vault, in base units. */
async function holdings() {
  const { vault, fmc } = chain.addresses;
  const { address } = devAccount(ALICE);
  const juOf = (of: typeof address) => chain.publicClient.getBalance({ address: of });
  const fmcOf = (of: typeof address) =>
    chain.publicClient.readContract({ address: fmc, abi: fmcAbi, functionName: 'balanceOf', args: [of] });
  return {
    ju: await juOf(address),
    fmc: await fmcOf(address),
    vaultJu: await juOf(vault),
    vaultFmc: await fmcOf(vault),
  };
}

test('a participant takes out the last unit with a node, the contracts, the file and the static page', async ({
  page,
}) => {
  const file = await makeStatement();
  const hosts = new Set<string>();
  page.on('request', (request) => hosts.add(new URL(request.url()).origin));
  const wallet = await installWallet(page, {
    keys: [devAccount(ALICE).privateKey],
    rpcUrl: chain.url,
    injectedAfterMs: 0,
  });

  await openExit(page, { file, nodes: [chain.url] });
  await expect(page.getByText('退出尚未开放')).toBeVisible();
  await expect(page.getByRole('button', { name: '启动退出' })).toHaveCount(0);

  await passFourteenDays();
  await page.getByRole('button', { name: '核对' }).click();
  await clickAndSend(page, '启动退出', wallet);
  const before = await holdings();
  await clickAndSend(page, '取回 JU', wallet);
  await clickAndSend(page, '取回 FMC', wallet);
  await expect(page.getByText('JU：已取回')).toBeVisible();
  await expect(page.getByText('FMC：已取回')).toBeVisible();
  await expect(page.getByRole('button', { name: '取回 JU' })).toHaveCount(0);

  const after = await holdings();
  expect(after.fmc - before.fmc).toBe(20n * UNIT);
  expect(before.vaultFmc - after.vaultFmc).toBe(20n * UNIT);
  expect(before.vaultJu - after.vaultJu).toBe(20n * UNIT + 1n);
  expect(before.ju + 20n * UNIT + 1n - after.ju).toBeLessThan(UNIT / 100n);
  expect([...hosts].filter((origin) => origin !== 'null' && origin !== 'file://')).toEqual([chain.url]);
});

test('a participant refused alone demands, collects the payment, and begins the exit for the rest', {
  tag: '@soak-5',
}, async ({ page }) => {
  const file = await anchorStatement();
  const wallet = await installWallet(page, {
    keys: [devAccount(ALICE).privateKey],
    rpcUrl: chain.url,
    injectedAfterMs: 0,
  });
  const check = () => page.getByRole('button', { name: '核对' }).click();
  await openExit(page, { file, nodes: [chain.url] });
  await expect(page.getByText('JU：可在链上要求支付 15')).toBeVisible();
  await clickAndSend(page, '要求支付 JU', wallet);
  await expect(page.getByText('尚欠 15')).toBeVisible();
  await payDemand(chain, { index: ALICE, amount: 6n * UNIT, by: BOB });
  await check();
  await expect(page.getByText('JU：已支付 6，等您领取')).toBeVisible();
  const before = await holdings();
  await clickAndSend(page, '领取 JU', wallet);
  expect(before.vaultJu - (await holdings()).vaultJu).toBe(6n * UNIT);
  await passFourteenDays();
  // Roots come: without the demand no one could begin the exit. An older file is enough.
  const older = readFileSync(file);
  await chain.mine(1);
  await anchorStatement();
  writeFileSync(file, older);
  await openExit(page, { file, nodes: [chain.url] });
  await expect(page.getByText('的文件没有最新证明')).toBeVisible();
  await clickAndSend(page, '为所有账户启动退出', wallet);
  await expect(page.getByRole('alert')).toContainText('合约只按区块');
});

test('with an exit file of the key alone, the files of the trees open the way', { tag: '@soak-1' }, async ({
  page,
}) => {
  const statement = await exitStatementOf(chain, ALICE, []);
  const trees = {
    ju: await anchorTree(chain, 'JU', { owed: [[ALICE, 20n * UNIT + 1n]] }),
    fmc: await anchorTree(chain, 'FMC', { owed: [[ALICE, 20n * UNIT]] }),
  };
  const file = join(folder, 'key.json');
  writeFileSync(file, statement);
  await passFourteenDays();
  await openExit(page, { file, nodes: [chain.url] });
  await expect(page.getByRole('alert')).toContainText(`缺少证明树 JU ${trees.ju.root}`);
  const choose = async (...names: readonly (keyof typeof trees)[]) => {
    const paths = names.map((name) => join(folder, `${name}.tree`));
    for (const name of names) writeFileSync(join(folder, `${name}.tree`), trees[name].file);
    await page.getByLabel('证明树文件').setInputFiles(paths);
    await page.getByRole('button', { name: '核对' }).click();
  };
  await choose('ju');
  await expect(page.getByText(`FMC：缺少证明树 ${trees.fmc.root}`)).toBeVisible();
  await choose('ju', 'fmc');
  await expect(page.getByText('JU：证明中 20.000000000000000001')).toBeVisible();
  await expect(page.getByText('FMC：证明中 20，')).toBeVisible();
  await expect(page.getByText('现在任何人都可以启动退出')).toBeVisible();
});

test('attack: the page offers nothing for a changed file, an older root, or a node that lies', {
  tag: '@soak-5',
}, async ({ page }) => {
  const file = await makeStatement();
  await passFourteenDays();
  const wallet = await installWallet(page, {
    keys: [devAccount(ALICE).privateKey],
    rpcUrl: chain.url,
    injectedAfterMs: 0,
  });
  const buttons = page.getByRole('button', { name: /启动退出|取回/ });
  await installLiar(page);
  await openExit(page, { file, nodes: [chain.url, LIAR] });
  await expect(page.getByRole('alert')).toHaveText('各节点的回答互相矛盾，至少有一个不可信。');
  await expect(buttons).toHaveCount(0);
  const changed = join(folder, 'changed.json');
  const text = await exitStatementOf(chain, ALICE, [await anchorTree(chain, 'JU', { owed: [[ALICE, 19n * UNIT]] })]);
  await openExit(page, { file, nodes: [chain.url] });
  await expect(page.getByRole('alert')).toContainText('合约只按区块');
  await expect(buttons).toHaveCount(0);
  writeFileSync(changed, text.replace('"amount": "', '"amount": "9'));
  await openExit(page, { file: changed, nodes: [chain.url] });
  await expect(page.getByRole('alert')).toHaveText('JU：证明不成立，文件可能被改动过。');
  await expect(buttons).toHaveCount(0);
  writeFileSync(changed, '{}');
  await openExit(page, { file: changed, nodes: [chain.url] });
  await expect(page.getByRole('alert')).toContainText('这不是完整的退出文件');
  await openExit(page, { file, nodes: ['http://127.0.0.1:1/'] });
  await expect(page.getByRole('alert')).toContainText('节点 http://127.0.0.1:1/ 没有正常回答');
  await page.getByRole('button', { name: 'English' }).click();
  await page.getByRole('button', { name: 'Verify' }).click();
  await expect(page.getByRole('alert')).toContainText(/^http:\/\/127\.0\.0\.1:1\/: /);
  // Twin: the same file unchanged is accepted. Its root is new, but withdrawals ended 14 days ago.
  writeFileSync(changed, text);
  await openExit(page, { file: changed, nodes: [chain.url] });
  await expect(page.getByRole('button', { name: '启动退出' })).toBeVisible();
  expect(wallet.calls('eth_sendTransaction')).toEqual([]);
});
