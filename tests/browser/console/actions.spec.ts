import { CONSOLE_OPERATORS } from '@city-mint/devnet/operators';
import { expect, type Page } from '@playwright/test';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import { checkAccessibility } from '../fixtures/check-accessibility.ts';
import { DESK, enterConsole, secondOperator } from '../fixtures/enter-console.ts';
import { test } from '../fixtures/test.ts';

test.use(DESK);

/** Fills in the sheet that adds an operator, by keyboard alone from the button on, up to the signature. */
async function fillAddOperator(page: Page, address: string, reason: string): Promise<void> {
  await page.getByRole('button', { name: 'Add an operator' }).press('Enter');
  const sheet = page.getByRole('dialog', { name: 'Add an operator' });
  await sheet.getByLabel('Address').fill(address);
  await sheet.getByLabel('Role').selectOption('viewer');
  await sheet.getByRole('button', { name: 'Preview the change' }).press('Enter');
  await sheet.getByLabel('Reason').fill(reason);
}

test('an action goes from its form over the proposal to the second operator, and is in the log, verified', async ({
  page,
  browser,
}) => {
  const address = privateKeyToAddress(generatePrivateKey());
  const desk = await enterConsole(page, { path: '/operators', language: 'en' });
  // Until the server has said which role it is, buttons are disabled.
  await expect(page.getByRole('button', { name: 'Add an operator' })).not.toHaveAttribute('aria-disabled');
  await checkAccessibility(page);
  await page.getByRole('button', { name: 'Add an operator' }).click();
  const sheet = page.getByRole('dialog', { name: 'Add an operator' });
  await sheet.getByRole('button', { name: 'Preview the change' }).click();
  await expect(sheet.getByText('Missing field: Address')).toBeVisible();
  await sheet.getByLabel('Address').fill('0x1234');
  await expect(sheet.getByText('It must be 0x followed by 40 hexadecimal characters')).toBeVisible();
  await checkAccessibility(page);
  await page.keyboard.press('Escape');

  await fillAddOperator(page, address, 'a colleague who reads');
  await expect(sheet.getByText('makes a proposal')).toBeVisible();
  await expect(sheet.getByRole('region', { name: 'What your wallet will show' })).toContainText(address);
  await checkAccessibility(page);
  await sheet.getByRole('button', { name: 'Sign with the wallet' }).press('Enter');
  const link = sheet.getByRole('link', { name: /\/proposals\/\d+$/ });
  const proposal = new URL((await link.getAttribute('href')) ?? '', page.url()).pathname;
  await link.click();
  await expect(page.getByText('You proposed it, so another approver has to confirm it')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Confirm…' })).toHaveAttribute('aria-disabled', 'true');

  const second = await secondOperator(browser, { path: proposal, language: 'zh' });
  await expect(second.page.getByText('要变更的内容与提议时一致')).toBeVisible();
  await checkAccessibility(second.page);
  await second.page.getByRole('button', { name: '确认…' }).press('Enter');
  await second.page.getByLabel('理由').fill('已核对');
  await second.page.getByRole('button', { name: '签名并确认' }).press('Enter');
  await expect(second.page.getByText('已生效')).toBeVisible();
  await expect(second.page.getByText('已验证')).toHaveCount(2);

  await page.goto(new URL(`/log?subject=operator ${address}`, page.url()).href);
  const rows = page.getByRole('table', { name: 'Log' }).getByRole('row').filter({ hasText: 'Verified' });
  await expect(rows).toHaveCount(2);
  await checkAccessibility(page);
  await rows.first().press('Enter');
  const entry = page.getByRole('dialog', { name: 'Add an operator' });
  await expect(entry.getByText(CONSOLE_OPERATORS[0].address).first()).toBeVisible();
  await checkAccessibility(page);
  expect([...desk.errors.errors, ...desk.errors.violations]).toEqual([]);
  expect([...second.errors.errors, ...second.errors.violations]).toEqual([]);
});

test('what a wallet refuses, and an answer that is lost, lose nothing and apply nothing twice', async ({ page }) => {
  const address = privateKeyToAddress(generatePrivateKey());
  const { wallet } = await enterConsole(page, { path: '/operators', language: 'en' });
  await fillAddOperator(page, address, 'whose answer is lost');
  const sheet = page.getByRole('dialog', { name: 'Add an operator' });
  wallet.failNext('eth_signTypedData_v4');
  await sheet.getByRole('button', { name: 'Sign with the wallet' }).click();
  await expect(sheet.getByText('The wallet refused to sign')).toBeVisible();
  await page.reload();
  await expect(sheet.getByLabel('Reason')).toHaveValue('whose answer is lost');

  let calls = 0;
  await page.route('**/api/ops/operators/add', async (route) => {
    calls += 1;
    if (calls > 1) return route.fallback();
    // The server performs it; its answer does not arrive.
    await route.fetch();
    return route.abort();
  });
  await sheet.getByRole('button', { name: 'Sign with the wallet' }).dblclick();
  await expect(sheet.getByText('Proposed: it waits for a second person')).toBeVisible();
  expect([calls, wallet.calls('eth_signTypedData_v4').length]).toEqual([2, 2]);
  await page.keyboard.press('Escape');
  await expect(sheet).toHaveCount(0);
  await page.goto(new URL(`/log?subject=operator ${address}`, page.url()).href);
  await expect(page.getByRole('table', { name: 'Log' }).getByText('Verified')).toHaveCount(1);
});
