import { within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { isUsable } from '#testing/figures.ts';
import { prepareVisitor } from '#testing/visit.tsx';
import { zh } from '#testing/zh-texts.ts';
import type { Mail } from './mail-queries.ts';
import { renewNotices } from './renew-notices.ts';

const { mail, notify: texts } = zh;
const NO_EVENTS = { opens: false, settled: false, stage: false, credited: false, 'sign-in': false };
const FIRST_EVENTS = { ...NO_EVENTS, settled: true, stage: true, credited: true, 'sign-in': true };
const NONE: Mail = { isOffered: true, email: null, state: 'none', ...NO_EVENTS };
const UNCONFIRMED: Mail = { isOffered: true, email: 'anna@post.example', state: 'unconfirmed', ...FIRST_EVENTS };

/** Opens the sheet of notifications in a browser that has none, signed in, with this address. */
async function openSheet(stored: Mail) {
  const visitor = await prepareVisitor();
  visitor.network.reply('POST /api/app/user/mail', stored);
  const page = await visitor.open('/my');
  await page.user.click(await page.screen.findByRole('button', { name: new RegExp(`^${texts.title}`) }));
  const sheet = within(await page.screen.findByRole('dialog', { name: texts.title }));
  return { ...page, network: visitor.network, sheet };
}

describe('MailChoices', () => {
  test('sends a link to an entered address, and shows that it has to be confirmed', async () => {
    const { network, sheet, user, screen } = await openSheet(NONE);
    network.reply('POST /api/app/user/mailSave', UNCONFIRMED);
    await user.type(await sheet.findByLabelText(mail.label), ' Anna@Post.Example ');
    await user.click(sheet.getByRole('button', { name: mail.send }));
    expect(await screen.findByText(mail.sent)).toBeVisible();
    expect(await sheet.findByText(mail.unconfirmed)).toBeVisible();
    const [request] = network.calls('POST /api/app/user/mailSave');
    const device = expect.stringMatching(/^[0-9a-f]{64}$/);
    expect(request).toEqual({ email: 'Anna@Post.Example', again: false, language: 'zh', device, ...FIRST_EVENTS });
  });

  test.each(['anna', 'anna@post.example, bert@post.example', 'Anna <anna@post.example>', '"a b"@post.example'])(
    'names the fault of %s, and sends nothing',
    async (text) => {
      const { network, sheet, user } = await openSheet(NONE);
      await user.type(await sheet.findByLabelText(mail.label), text);
      expect(await sheet.findByText(mail.format)).toBeVisible();
      expect(isUsable(sheet.getByRole('button', { name: mail.send }))).toBe(false);
      await user.keyboard('{Enter}');
      expect(network.calls('POST /api/app/user/mailSave')).toHaveLength(0);
    },
  );

  test('shows the refusal of the server', async () => {
    const { network, sheet, user, screen } = await openSheet(NONE);
    network.refuse('POST /api/app/user/mailSave', { error: 'too-many-requests', msg: '请在 1440 分钟后再试' });
    await user.type(await sheet.findByLabelText(mail.label), 'anna@post.example{Enter}');
    expect(await screen.findByText('请在 1440 分钟后再试')).toBeVisible();
  });

  test('sends another link on request, and changes events without one', async () => {
    const { network, sheet, user, screen } = await openSheet(UNCONFIRMED);
    network.reply('POST /api/app/user/mailSave', UNCONFIRMED);
    await user.click(await sheet.findByRole('button', { name: mail.again }));
    expect(await screen.findByText(mail.sent)).toBeVisible();
    network.reply('POST /api/app/user/mailSave', { ...UNCONFIRMED, settled: false });
    await user.click(sheet.getByLabelText(texts.push.events.settled));
    await expect.poll(() => sheet.getByLabelText(texts.push.events.settled)).not.toBeChecked();
    const requests = network.calls('POST /api/app/user/mailSave');
    expect(requests).toMatchObject([{ again: true }, { again: false, settled: false, stage: true }]);
  });

  test('shows a confirmed address, and removes it', async () => {
    const { network, sheet, user, screen } = await openSheet({ ...UNCONFIRMED, state: 'confirmed' });
    expect(await sheet.findByText('anna@post.example')).toBeVisible();
    expect(sheet.queryByText(mail.unconfirmed)).toBeNull();
    network.reply('POST /api/app/user/mailRemove', {});
    network.reply('POST /api/app/user/mail', NONE);
    await user.click(sheet.getByRole('button', { name: mail.remove }));
    expect(await screen.findByText(mail.removed)).toBeVisible();
    expect(await sheet.findByLabelText(mail.label)).toBeVisible();
  });

  test('asks for another address where the server of the first refuses mail', async () => {
    const { sheet } = await openSheet({ ...UNCONFIRMED, state: 'refused' });
    expect(await sheet.findByText(mail.refused)).toBeVisible();
    expect(sheet.getByText('anna@post.example')).toBeVisible();
    expect(sheet.getByLabelText(mail.label)).toBeVisible();
    expect(sheet.getByRole('button', { name: mail.remove })).toBeVisible();
  });

  test('is not offered where the system sends no mail', async () => {
    const { network, sheet } = await openSheet({ ...NONE, isOffered: false });
    await expect.poll(() => network.calls('POST /api/app/user/mail')).toHaveLength(1);
    expect(sheet.queryByText(mail.title)).toBeNull();
  });

  test('a sign-in in the browser that entered the address is named to the server by its secret', async () => {
    const { network } = await prepareVisitor();
    await renewNotices();
    localStorage.setItem('fmc.mail', 'ab'.repeat(32));
    network.reply('POST /api/app/user/mailDevice', {});
    await renewNotices();
    expect(network.calls('POST /api/app/user/mailDevice')).toEqual([{ device: 'ab'.repeat(32), language: 'zh' }]);
  });
});
