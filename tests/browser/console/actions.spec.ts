import { readFile } from 'node:fs/promises';
import { CONSOLE_OPERATORS } from '@city-mint/devnet/operators';
import { expect, type Page } from '@playwright/test';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import { checkAccessibility } from '../fixtures/check-accessibility.ts';
import { DESK, enterConsole, secondOperator } from '../fixtures/enter-console.ts';
import { pressEnter } from '../fixtures/press-enter.ts';
import { confirmProposal, propose, signConfirmation } from '../fixtures/sign-action.ts';
import { test } from '../fixtures/test.ts';
import { performAction, signInOperators } from '../system/operators.ts';
import { dataOf } from '../system/system-client.ts';

test.use(DESK);

/** What a spreadsheet would run, were it not a text in the file. */
const FORMULA = '=HYPERLINK("http://example.org","a colleague, who reads")';

/** Fills in the sheet that adds an operator, by keyboard alone from the button on, up to the reason. */
async function fillAddOperator(page: Page, address: string): Promise<void> {
  const button = page.getByRole('button', { name: 'Add an operator' });
  await pressEnter(button);
  const sheet = page.getByRole('dialog', { name: 'Add an operator' });
  await sheet.getByLabel('Address').fill(address);
  await sheet.getByLabel('Role').selectOption('viewer');
  await pressEnter(sheet.getByRole('button', { name: 'Preview the change' }));
}

test('an action goes from its form over the proposal to the second operator, and is in the log and its file', async ({
  page,
  browser,
}) => {
  const key = generatePrivateKey();
  const address = privateKeyToAddress(key);
  const desk = await enterConsole(page, { path: '/operators', language: 'en' });
  // Until the server has said which role it is, buttons are disabled.
  await expect(page.getByRole('button', { name: 'Add an operator' })).toBeEnabled();
  await checkAccessibility(page);
  await page.getByRole('button', { name: 'Add an operator' }).click();
  const title = 'Add an operator';
  const sheet = page.getByRole('dialog', { name: title });
  await sheet.getByRole('button', { name: 'Preview the change' }).click();
  await expect(sheet.getByText('Missing field: Address')).toBeVisible();
  await sheet.getByLabel('Address').fill('0x1234');
  await expect(sheet.getByText('It must be 0x followed by 40 hexadecimal characters')).toBeVisible();
  await checkAccessibility(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: title })).toBeFocused();

  await fillAddOperator(page, address);
  await expect(sheet.getByText('makes a proposal')).toBeVisible();
  await expect(sheet.getByRole('region', { name: 'What your wallet will show' })).toContainText(address);
  await checkAccessibility(page);
  const proposal = await propose(page, { title, reason: FORMULA });
  await sheet.getByRole('link', { name: /\/proposals\/\d+$/ }).click();
  await expect(page.getByText('You proposed it, so another approver has to confirm it')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Confirm…' })).toBeDisabled();

  const second = await secondOperator(browser, { path: proposal, language: 'zh' });
  await expect(second.page.getByText('要变更的内容与提议时一致')).toBeVisible();
  await checkAccessibility(second.page);
  await confirmProposal(second.page, proposal);
  await expect(second.page.getByText('已验证')).toHaveCount(2);

  await page.goto(new URL(`/log?subject=operator ${address}`, page.url()).href);
  const rows = page.getByRole('table', { name: 'Log' }).getByRole('row').filter({ hasText: 'Verified' });
  await expect(rows).toHaveCount(2);
  await checkAccessibility(page);
  await rows.first().press('Enter');
  const entry = page.getByRole('dialog', { name: title });
  await expect(entry.getByText(CONSOLE_OPERATORS[0].address).first()).toBeVisible();
  await checkAccessibility(page);
  await page.keyboard.press('Escape');
  await expect(rows.first()).toBeFocused();
  await expectFile(page, address);
  expect([...desk.errors.errors, ...desk.errors.violations]).toEqual([]);
  expect([...second.errors.errors, ...second.errors.violations]).toEqual([]);

  // Who was added reads everything and does nothing: each button says why.
  const viewer = await secondOperator(browser, { operator: { address, privateKey: key }, path: '/operators' });
  const add = viewer.page.getByRole('button', { name: '添加运营人员' });
  await expect(add).toHaveAccessibleDescription('您的角色（只读）不能执行此操作');
  await expect(add).toBeDisabled();
  await add.press('Enter');
  await expect(viewer.page.getByRole('dialog')).toHaveCount(0);
  await expect(viewer.page.getByText('您的角色（只读）不能执行此操作').first()).toBeInViewport();
  await checkAccessibility(viewer.page);
});

/** The file of the log has the columns that are shown and the rows that are filtered; nothing in it is a formula. */
async function expectFile(page: Page, address: string): Promise<void> {
  const columns = page.getByRole('button', { name: 'Columns' });
  await pressEnter(columns);
  await page.getByRole('menuitemcheckbox', { name: 'Proposed by' }).press('Enter');
  await page.getByRole('menuitemcheckbox', { name: 'Signature' }).press('Enter');
  await checkAccessibility(page);
  await page.keyboard.press('Escape');
  await expect(columns).toBeFocused();
  const shown = ['Time', 'Signed by', 'Action', 'Subject', 'Reason', 'Proposed by'];
  await expect(page.getByRole('columnheader')).toHaveText(shown);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    pressEnter(page.getByRole('button', { name: 'Export CSV' })),
  ]);
  expect(file.suggestedFilename()).toMatch(/^log-\d{4}-\d{2}-\d{2}\.csv$/);
  const [operator] = await signInOperators();
  const subject = `operator ${address}`;
  const { items } = dataOf(await operator.call('POST /api/ops/log', { subject }));
  const cell = (text: string) => (/[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  const lines = items.map(({ at, operator: by, action, reason, proposedBy }) => {
    const said = reason === FORMULA ? `'${FORMULA}` : reason;
    return [new Date(at).toISOString(), by, action, subject, said, proposedBy ?? ''].map(cell).join(',');
  });
  expect(lines).toHaveLength(2);
  expect(await readFile(await file.path(), 'utf8')).toBe(`\uFEFF${[shown.join(','), ...lines].join('\r\n')}\r\n`);
  // What was chosen is remembered.
  await page.reload();
  await expect(page.getByRole('columnheader')).toHaveText(shown);
}

test('a signature over a version that changed in between has no effect, and the sheet shows the new one', {
  tag: '@soak-6',
}, async ({ page, browser }) => {
  const address = privateKeyToAddress(generatePrivateKey());
  const operators = await signInOperators();
  const reason = 'someone else was faster';
  await performAction(operators, 'operators/add', { address, role: 'viewer', reason });
  await enterConsole(page, { path: '/operators', language: 'en' });
  const row = page.getByRole('row').filter({ hasText: address });
  await row.getByRole('button', { name: 'Change role' }).click();
  const title = 'Change an operator’s role';
  const sheet = page.getByRole('dialog', { name: title });
  await sheet.getByLabel('Role').selectOption('operator');
  await sheet.getByRole('button', { name: 'Preview the change' }).click();
  const role = sheet.getByRole('region', { name: 'Preview' }).getByRole('row', { name: /^Role/ });
  await expect(role).toHaveText(/viewer.*operator/i);
  await performAction(operators, 'operators/role', { address, role: 'approver', reason });
  await sheet.getByLabel('Reason').fill('reads enough');
  await sheet.getByRole('button', { name: 'Sign with the wallet' }).click();
  await expect(sheet.getByText('was changed meanwhile, so your signature did nothing')).toBeVisible();
  await expect(role).toHaveText(/approver.*operator/i);
  await checkAccessibility(page);
  const proposal = await propose(page, { title, reason: 'reads enough' });

  const second = await secondOperator(browser, { path: proposal, language: 'zh' });
  await expect(second.page.getByText('要变更的内容与提议时一致')).toBeVisible();
  await performAction(operators, 'operators/role', { address, role: 'viewer', reason });
  await signConfirmation(second.page, proposal);
  await expect(second.page.getByText('该提议要变更的内容已经改变，提议已失效，请重新提议')).toBeVisible();
  await expect(second.page.getByRole('button', { name: '确认…' })).toHaveCount(0);
  await expect(second.page.getByText('您的签名没有带来任何变更')).toBeVisible();
  await checkAccessibility(second.page);
  await second.page.goto(new URL('/operators', second.page.url()).href);
  await expect(second.page.getByRole('row').filter({ hasText: address })).toContainText('只读');
});
