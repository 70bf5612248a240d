import { createClient } from '@city-mint/api-contract/client';
import { createOperatorClient } from '@city-mint/api-contract/operator/operator-client';
import { CONSOLE_OPERATORS } from '@city-mint/devnet/operators';
import { expect, type Page } from '@playwright/test';
import { privateKeyToAccount } from 'viem/accounts';
import { checkAccessibility } from '../fixtures/check-accessibility.ts';
import { DESK, enterConsole, secondOperator } from '../fixtures/enter-console.ts';
import { test } from '../fixtures/test.ts';
import { dataOf } from '../system/data-of.ts';
import { fundedKey, signInParticipant } from '../system/participant.ts';
import { CHAIN_ID, systemAddresses } from '../system/system-addresses.ts';

test.use(DESK);

/** Above what other tests withdraw. */
const APPROVAL_ABOVE = '3000';
const AMOUNT = '3500.000000000000000001';

/** Lets two operators approve withdrawals above the threshold; a lower threshold takes one of them. */
async function needApproval(): Promise<void> {
  const account = privateKeyToAccount(CONSOLE_OPERATORS[0].privateKey);
  const { opsUrl } = systemAddresses();
  let token: string | null = null;
  const client = createClient({ baseUrl: opsUrl, fetch: globalThis.fetch, token: () => token, lang: () => 'en' });
  const place = { eth_address: account.address, domain: new URL(opsUrl).host, uri: opsUrl };
  const { message, nonce } = dataOf(await client.call('POST /api/ops/signMessage', place));
  const sign_hex = await account.signMessage({ message });
  token = dataOf(await client.call('POST /api/ops/login', { sign_hex, nonce })).token;
  const { currencies } = dataOf(await client.call('POST /api/ops/withdrawals/limits', {}));
  const ju = currencies.find(({ currency }) => currency === 'JU');
  if (ju === undefined || ju.approvalAbove !== null) return;
  const { perWithdrawal, perUserDay, perDay } = ju;
  const operator = createOperatorClient({ client, account, chainId: CHAIN_ID });
  dataOf(
    await operator.act('limits/set', {
      ...{ currency: 'JU', perWithdrawal, perUserDay, perDay, approvalAbove: APPROVAL_ABOVE },
      reason: 'large withdrawals are looked at',
    }),
  );
}

/** Returns the exact amounts of a row of figures. */
function exactAmounts(page: Page, rowName: string): Promise<(string | null)[]> {
  const cells = page.getByRole('row', { name: rowName }).locator('[data-value]');
  return cells.evaluateAll((elements) => elements.map((element) => element.getAttribute('data-value')));
}

test('a withdrawal above the threshold is approved by a second person, and every figure is the API’s', async ({
  page,
  browser,
}) => {
  await needApproval();
  const { account, client } = await signInParticipant(fundedKey(118));
  const asked = { currency: 'JU', to: account.address, amount: AMOUNT, requestId: crypto.randomUUID() } as const;
  const { withdrawalId, state } = dataOf(await client.call('POST /api/app/user/withdraw', asked));
  expect(state).toBe('requested');

  const path = `/withdrawals?state=requested&account=${account.address}`;
  const desk = await enterConsole(page, { path, language: 'en' });
  const row = page.getByRole('table', { name: 'List of withdrawals' }).getByRole('row', { name: `#${withdrawalId}` });
  await expect(row).toContainText('two operators must approve it');
  await checkAccessibility(page);
  await row.click();
  const sheet = page.getByRole('dialog', { name: `Withdrawal #${withdrawalId}` });
  await expect(sheet.getByText('Requested by the user')).toBeVisible();
  await checkAccessibility(page);
  await sheet.getByRole('button', { name: 'Approve a withdrawal' }).click();
  const action = page.getByRole('dialog', { name: 'Approve a withdrawal' });
  await action.getByLabel('Reason').fill('the user was called');
  await action.getByRole('button', { name: 'Sign with the wallet' }).click();
  const link = action.getByRole('link', { name: /\/proposals\/\d+$/ });
  const proposal = new URL((await link.getAttribute('href')) ?? '', page.url()).pathname;

  const second = await secondOperator(browser, { path: proposal, language: 'zh' });
  await second.page.getByRole('button', { name: '确认…' }).click();
  await second.page.getByLabel('理由').fill('已核对身份');
  await second.page.getByRole('button', { name: '签名并确认' }).click();
  await expect(second.page.getByText('已生效')).toBeVisible();
  await second.page.goto(new URL(`/withdrawals?open=${withdrawalId}`, page.url()).href);
  const history = second.page.getByRole('dialog', { name: `提现 #${withdrawalId}` });
  await expect(history.getByText('已签发凭证')).toBeVisible();
  await expect(history.getByText('已核对身份')).toBeVisible();
  await checkAccessibility(second.page);

  // The participant's page has the same figures as their own, to the unit.
  await action.getByRole('button', { name: 'Close' }).first().click();
  await expect(action).toBeHidden();
  await page.goto(new URL(`/participants/${account.address}`, page.url()).href);
  await expect(page.getByRole('heading', { name: 'Balances' })).toBeVisible();
  const { assets } = dataOf(await client.call('POST /api/app/user/asset', {}));
  for (const asset of assets) {
    const { currency, available, frozenInRounds, frozenInWithdrawals, vesting, total } = asset;
    const shown = await exactAmounts(page, currency).then((amounts) => amounts.slice(0, 5));
    expect(shown).toEqual([available, frozenInRounds, frozenInWithdrawals, vesting, total]);
  }
  await checkAccessibility(page);
  await page.getByRole('tab', { name: 'Transfers' }).click();
  const frozen = page.getByRole('row', { name: 'Frozen for a withdrawal' });
  await expect(frozen.locator(`[data-value="-${AMOUNT}"]`)).toBeVisible();
  await frozen.click();
  await expect(page.getByRole('dialog').getByText('Being withdrawn').first()).toBeVisible();
  await checkAccessibility(page);
  expect([...desk.errors.errors, ...desk.errors.violations]).toEqual([]);
  expect([...second.errors.errors, ...second.errors.violations]).toEqual([]);
});
