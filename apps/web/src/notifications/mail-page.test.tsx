import { act } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { prepareVisitor } from '#testing/visit.tsx';
import { zh } from '#testing/zh-texts.ts';
import { readMailLink } from './mail-link.ts';

const {
  mail: { link: texts },
} = zh;
const TOKEN = 'ab'.repeat(32);

async function openLink(fragment: string) {
  const visitor = await prepareVisitor({ session: null });
  const page = await visitor.open(`/mail${fragment}`);
  await page.screen.findByRole('heading', { name: texts.title });
  return { ...page, network: visitor.network };
}

describe('MailPage', () => {
  test('confirms an address by a tap, without a session, and not by opening the link', async () => {
    const { network, screen, user } = await openLink(`#confirm=${TOKEN}`);
    expect(screen.getByText(texts.confirmText)).toBeVisible();
    expect(network.calls('POST /api/app/mail/confirm')).toHaveLength(0);
    network.reply('POST /api/app/mail/confirm', {});
    await user.click(screen.getByRole('button', { name: texts.confirm }));
    expect(await screen.findByText(texts.confirmed)).toBeVisible();
    expect(network.calls('POST /api/app/mail/confirm')).toEqual([{ confirmToken: TOKEN }]);
    expect(screen.queryByRole('button', { name: texts.confirm })).toBeNull();
  });

  test('says that a link was used or has expired', async () => {
    const { network, screen, user } = await openLink(`#confirm=${TOKEN}`);
    network.refuse('POST /api/app/mail/confirm', { error: 'not-found' });
    await user.click(screen.getByRole('button', { name: texts.confirm }));
    expect(await screen.findByText(texts.invalid)).toBeVisible();
  });

  test('stops the mails by a tap', async () => {
    const { network, screen, user } = await openLink(`#stop=${TOKEN}`);
    network.reply('POST /api/app/mail/stop', {});
    await user.click(screen.getByRole('button', { name: texts.stop }));
    expect(await screen.findByText(texts.stopped)).toBeVisible();
    expect(network.calls('POST /api/app/mail/stop')).toEqual([{ stopToken: TOKEN }]);
  });

  test('shows another link that is opened in the same tab', async () => {
    const { screen } = await openLink('#stop=x');
    expect(screen.getByText(texts.incomplete)).toBeVisible();
    await act(async () => {
      history.replaceState(null, '', `/mail#stop=${TOKEN}`);
      dispatchEvent(new PopStateEvent('popstate'));
    });
    expect(await screen.findByRole('button', { name: texts.stop })).toBeVisible();
  });
});

test.each(['', '#', '#confirm=', `#confirm=${'a'.repeat(63)}`, `#other=${TOKEN}`, `#confirm=${TOKEN}&x`])(
  'a fragment %s is no link',
  (fragment) => {
    expect(readMailLink(fragment)).toBeNull();
  },
);
