import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { SUPERIOR } from '@city-mint/web/testing/replies/network';
import { expect, type Page } from '@playwright/test';
import { checkAccessibility } from './fixtures/check-accessibility.ts';
import { answerMiner } from './fixtures/earnings-replies.ts';
import { type FakeApi, installApi } from './fixtures/fake-api.ts';
import { answerNetwork } from './fixtures/network-replies.ts';
import { openPage } from './fixtures/open-page.ts';
import { signIn } from './fixtures/sign-in.ts';
import { test } from './fixtures/test.ts';
import { installWallet } from './wallet/test-wallet.ts';

type Sessions = ReplyOf<'POST /api/app/user/sessions'>;

const SHORT_SUPERIOR = `${SUPERIOR.slice(0, 6)}…${SUPERIOR.slice(-4)}`;

/** Answers the sessions of an account: this device and, until it is ended, another one. */
function answerSessions(api: FakeApi): void {
  const at = Date.now() - 60_000;
  const session = (sessionId: string, current: boolean) => ({
    ...{ sessionId, current, createdAt: at, lastUsedAt: at },
    expiresAt: Date.now() + 3_600_000,
  });
  let sessions: Sessions['sessions'] = [session('1', true), session('2', false)];
  api.answer('POST /api/app/user/sessions', () => ({ data: { sessions } }));
  api.answer('POST /api/app/user/sessions/revoke', (body) => {
    const ended = sessions.filter(({ sessionId }) => sessionId === Object(body).sessionId);
    sessions = sessions.filter((each) => !ended.includes(each));
    return { data: { ended: ended.length } };
  });
}

async function openDetail(page: Page) {
  const api = await installApi(page);
  const { accounts } = await installWallet(page);
  const address = accounts[0]?.address ?? '';
  answerMiner(api, { machines: 0, pending: '0' });
  answerSessions(api);
  await openPage(page);
  await signIn(page);
  return { api, address };
}

test('the inviter in the account: none, being bound, refused, bound', async ({ page }) => {
  const { api, address } = await openDetail(page);
  const binding = { superior: SUPERIOR, askedAt: Date.now(), refusal: null };
  answerNetwork(api, { address, count: 0 });
  await openPage(page, '/myDetail');
  const inviter = page.getByRole('button', { name: /^邀请人/ });
  await expect(inviter).toContainText('未绑定');
  answerNetwork(api, { address, count: 0, binding });
  await page.reload();
  await expect(inviter).toContainText(`${SHORT_SUPERIOR}绑定中`);
  await checkAccessibility(page);
  answerNetwork(api, { address, count: 0, binding: { ...binding, refusal: '该地址尚未注册' } });
  await expect(inviter).toContainText('未绑定');
  answerNetwork(api, { address, count: 0, binding });
  await page.reload();
  await expect(inviter).toContainText('绑定中');
  // It is asked for again by itself until it is bound.
  answerNetwork(api, { address, count: 2 });
  await expect(inviter).toContainText(`${SHORT_SUPERIOR}已绑定`);
});

test('another device is signed out after a question, and only that one', async ({ page }) => {
  const { api, address } = await openDetail(page);
  answerNetwork(api, { address, count: 0 });
  await openPage(page, '/myDetail');
  const devices = page.getByRole('region', { name: '登录中的设备' });
  await expect(devices.getByRole('listitem')).toHaveCount(2);
  await devices.getByRole('button', { name: '退出', exact: true }).click();
  await page.getByRole('alertdialog', { name: '退出其他设备？' }).getByRole('button', { name: '退出' }).click();
  await expect(page.getByText('操作成功')).toBeVisible();
  await expect(devices.getByRole('listitem')).toHaveCount(1);
  await expect(devices.getByRole('listitem')).toContainText('本机');
  expect(api.count('POST /api/app/user/sessions/revoke')).toBe(1);
});
