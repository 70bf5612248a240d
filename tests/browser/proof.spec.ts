import { createReadStream } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import pg from 'pg';
import { run } from '../../apps/verify/src/run.ts';
import { buildHistory } from './fixtures/build-history.ts';
import { enterSystem } from './fixtures/enter-system.ts';
import { test } from './fixtures/test.ts';
import { systemAddresses } from './system/system-addresses.ts';
import { dataOf } from './system/system-client.ts';

async function verify(args: readonly string[]) {
  const lines: string[] = [];
  const code = await run(args, { bytes: (path) => createReadStream(path), write: (line) => lines.push(line) });
  return { code, lines };
}

/** Answers with the proofs of the server without the first leaf of each. */
async function leaveOutALeaf(page: Page): Promise<void> {
  await page.route('**/api/app/proof/mine', async (route) => {
    const response = await route.fetch();
    const answer: { data: { proofs: { parts: unknown[] }[] } } = await response.json();
    const proofs = answer.data.proofs.map((proof) => ({ ...proof, parts: proof.parts.slice(1) }));
    await route.fulfill({ response, json: { ...answer, data: { ...answer.data, proofs } } });
  });
}

/** Makes the trees ten minutes older, after which a worker makes new ones for the rounds that were settled since. */
async function ageTrees(): Promise<void> {
  const database = new pg.Client({ connectionString: systemAddresses().databaseUrl });
  await database.connect();
  await database.query("update liabilities_tree set made_at = made_at - interval '10 minutes'");
  await database.end();
}

test('my part of the liabilities is what my account had, and its exit file is one', async ({ page }) => {
  const { url, rpcUrl } = systemAddresses();
  await buildHistory(90);
  const { client } = await enterSystem(page, 90);
  const newestOf = async () => dataOf(await client.call('POST /api/app/proof/mine', {})).proofs.map(({ root }) => root);
  await expect.poll(async () => (await newestOf()).length).toBe(2);
  const before = await newestOf();
  await ageTrees();
  await expect.poll(async () => (await newestOf()).filter((root) => before.includes(root))).toEqual([]);
  const { assets } = dataOf(await client.call('POST /api/app/user/asset', {}));
  expect(assets.map(({ frozenInRounds, vesting }) => [frozenInRounds, vesting !== '0'])).toEqual([
    ['77.7', false],
    ['0', true],
  ]);

  await page.goto(`${url}/proof`);
  await expect(page.getByText('账户里的余额与此相同')).toBeVisible();
  await expect(page.getByText('验证未通过')).toHaveCount(0);

  // The file with which the account can leave, as the stand-alone verifier reads it.
  const exit = page.getByRole('region').or(page.locator('section')).filter({ hasText: '没有我们也能取回' }).last();
  await expect(exit.getByText(/^截至区块 \d+，已与链上合约核对$/)).toBeVisible();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    exit.getByRole('button', { name: '下载退出文件' }).click(),
  ]);
  const { code, lines } = await verify(['exit', await download.path(), '--node', rpcUrl]);
  expect([code, ...lines]).toEqual([0, expect.stringMatching(/^agrees: the statement of 0x/), ...lines.slice(1)]);
  expect(lines).toContainEqual(expect.stringMatching(/^CLOSED: /));

  // The account was paid within these minutes, so a leaf that is missing cannot be told from a payment under way.
  await leaveOutALeaf(page);
  await page.reload();
  await expect(page.getByText('那几分钟里余额有变动')).toBeVisible();
  await expect(page.getByText('账户里的余额与此相同')).toHaveCount(0);
});
