import { type ReceivedMail, startMailServer, type TestMailServer } from '@city-mint/devnet/mail-server';
import { expect } from '@playwright/test';
import { checkAccessibility } from './fixtures/check-accessibility.ts';
import { enterSystem } from './fixtures/enter-system.ts';
import { test } from './fixtures/test.ts';
import { openRound } from './system/open-round.ts';
import { systemAddresses } from './system/system-addresses.ts';
import { dataOf } from './system/system-client.ts';

const { url, mailPort } = systemAddresses();

let server: TestMailServer;
test.beforeAll(async () => {
  server = await startMailServer({ port: Number(mailPort) });
});
test.afterAll(() => server.stop());

/** Returns the link of a mail to the page. */
function linkIn(mail: ReceivedMail | undefined, does: 'confirm' | 'stop'): string {
  const [link = ''] = new RegExp(`http://\\S+/mail#${does}=[0-9a-f]{64}`).exec(mail?.text ?? '') ?? [];
  return link;
}

test('a notice by mail: entered, confirmed by a tap on the link, received, stopped without signing in', {
  tag: '@soak-5',
}, async ({ page, browser }) => {
  const { client } = await enterSystem(page, 91);
  await page.goto(`${url}/my`);
  await page.getByRole('button', { name: /^结算通知/ }).click();
  const sheet = page.getByRole('dialog', { name: '结算通知' });
  await sheet.getByLabel('邮箱地址').fill('Anna <anna@post.example>');
  await expect(sheet.getByText('请只填一个地址', { exact: false })).toBeVisible();
  await sheet.getByLabel('邮箱地址').fill('anna@post.example');
  await sheet.getByRole('button', { name: '发送确认链接' }).click();
  await expect(sheet.getByText('确认链接已发往这个邮箱', { exact: false })).toBeVisible();
  await sheet.getByLabel('新一轮开始').click();
  await expect(page.getByText('已保存')).toBeVisible();
  await checkAccessibility(page);

  await expect.poll(() => server.mails).toHaveLength(1);
  const link = linkIn(server.mails[0], 'confirm');
  const state = async () => dataOf(await client.call('POST /api/app/user/mail', {})).state;
  // Another device, without the session; a scanner opens the link too.
  const visitor = await (await browser.newContext()).newPage();
  await visitor.goto(link);
  const confirm = visitor.getByRole('button', { name: '确认', exact: true });
  await expect(confirm).toBeVisible();
  expect(await state()).toBe('unconfirmed');
  await checkAccessibility(visitor);
  await confirm.click();
  await expect(visitor.getByText('邮箱已确认', { exact: false })).toBeVisible();
  expect(await state()).toBe('confirmed');

  const { city } = await openRound({ city: 'Mail', quota: '500' });
  const openings = () => server.mails.filter(({ headers }) => headers['subject'] === '开始新一轮，可以参与了。');
  await expect.poll(openings).not.toHaveLength(0);
  const [notice] = openings();
  expect(notice?.recipients).toEqual(['anna@post.example']);
  expect(notice?.text).not.toContain(city);
  await visitor.goto(linkIn(notice, 'stop'));
  await visitor.getByRole('button', { name: '停止邮件' }).click();
  await expect(visitor.getByText('邮箱地址已移除', { exact: false })).toBeVisible();
  expect(await state()).toBe('none');
  await visitor.context().close();
});
