import { startClock } from '@city-mint/client/testing/start-clock.ts';
import { waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { currentSession, followOtherTabs } from '#platform/session-store.ts';
import { rememberRecipient, savedRecipients } from '#recipients/saved-recipients.ts';
import { ALICE, BOB } from '#testing/sample-session.ts';
import { connectToSign, prepareWallet, signInByWallet } from '#testing/visit-wallet.ts';
import { zh } from '#testing/zh-texts.ts';

const { session: texts, wallet: walletTexts } = zh;
const MESSAGE = 'POST /api/app/user/signMessage';
const LOGIN = 'POST /api/app/user/login';

followOtherTabs();

/** A request of the wallet that the test answers later. */
function hold(): { readonly promise: Promise<string>; readonly answer: (signature: string) => void } {
  const { promise, resolve } = Promise.withResolvers<string>();
  return { promise, answer: resolve };
}

async function openSignIn() {
  const visitor = await prepareWallet();
  const page = await visitor.open('/index');
  const sign = await connectToSign(page);
  return { ...visitor, ...page, sign, sheet: page.screen.getByRole('dialog') };
}

describe('the text to sign', () => {
  test('is there before the tap, which asks the wallet immediately, also without a network', async () => {
    const { network, wallet, user, sheet, sign } = await openSignIn();
    await user.click(await within(sheet).findByText(walletTexts.sign.showMessage));
    expect(sheet).toHaveTextContent(`${location.host} wants you to sign in`);
    expect(network.calls(MESSAGE)).toHaveLength(1);
    network.disconnect(MESSAGE);
    network.disconnect(LOGIN);
    await user.click(sign);
    await waitFor(() => expect(wallet.calls('personal_sign')).toHaveLength(1));
    expect(network.calls(MESSAGE)).toHaveLength(1);
  });

  test('that is refused, and a network that fails, are shown by the tap', async () => {
    const visitor = await prepareWallet();
    const { network } = visitor;
    network.refuse(MESSAGE, { error: 'too-many-requests', code: 429, msg: '请求太频繁' });
    const page = await visitor.open('/index');
    const { screen, user } = page;
    const sign = await connectToSign(page);
    await waitFor(() => expect(network.calls(MESSAGE)).toHaveLength(1));
    expect(screen.queryByText('请求太频繁')).toBeNull();
    await user.click(sign);
    expect(await screen.findByText('请求太频繁')).toBeVisible();
    network.disconnect(MESSAGE);
    await user.click(sign);
    expect((await screen.findAllByText('网络异常'))[0]).toBeVisible();
    expect(currentSession()).toBeNull();
  });
});

describe('a signature', () => {
  test('signs in, says so, and closes the prompt', async () => {
    const { network, screen, user, sign } = await openSignIn();
    await user.click(sign);
    expect(await screen.findByText('授权登录成功')).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(currentSession()).toMatchObject({ address: ALICE });
    expect(network.calls(LOGIN)).toHaveLength(1);
  });

  test('of an account removes the address book of another one', async () => {
    const { screen, user, sign } = await openSignIn();
    rememberRecipient({ account: ALICE, address: BOB });
    rememberRecipient({ account: BOB, address: ALICE });
    await user.click(sign);
    expect(await screen.findByText('授权登录成功')).toBeVisible();
    expect(savedRecipients.read().map(({ account }) => account)).toEqual([ALICE]);
  });

  test('that is refused or fails starts no session, and can be asked for again', async () => {
    const { wallet, screen, user, sheet, sign } = await openSignIn();
    wallet.fail('personal_sign', 4001);
    await user.click(sign);
    expect(await screen.findByText('用户已取消')).toBeVisible();
    wallet.fail('personal_sign', -32603);
    await user.click(await within(sheet).findByRole('button', { name: walletTexts.authorizePrompt.action }));
    expect(await screen.findByText('钱包端已取消或出错')).toBeVisible();
    expect(currentSession()).toBeNull();
    expect(localStorage.getItem('fmc.session')).toBeNull();
  });

  test('that never comes does not lock the page', async () => {
    const clock = startClock();
    const { wallet, screen, user, sheet, sign } = await openSignIn();
    const first = hold();
    wallet.reply('personal_sign', () => first.promise);
    await user.click(sign);
    expect(await within(sheet).findByText(walletTexts.authorizePrompt.waiting)).toBeVisible();
    await waitFor(() => expect(wallet.calls('personal_sign')).toHaveLength(1));
    await clock.advance(21_000);
    expect(within(sheet).getByText(walletTexts.patience.title)).toBeVisible();
    await user.click(within(sheet).getByRole('button', { name: walletTexts.patience.cancel }));
    expect(await within(sheet).findByRole('button', { name: walletTexts.authorizePrompt.action })).toBeVisible();
    expect(await screen.findByText(walletTexts.failure.cancelled)).toBeVisible();
  });

  test('is waited for while the wallet says that it has the request already', async () => {
    const clock = startClock();
    const { wallet, screen, user, sheet, sign } = await openSignIn();
    const first = hold();
    wallet.reply('personal_sign', () => first.promise);
    await user.click(sign);
    await waitFor(() => expect(wallet.calls('personal_sign')).toHaveLength(1));
    await clock.advance(21_000);
    wallet.fail('personal_sign', -32002);
    await user.click(within(sheet).getByRole('button', { name: walletTexts.patience.again }));
    expect(await within(sheet).findByText(walletTexts.patience.title)).toBeVisible();
    first.answer(`0x${'12'.repeat(65)}`);
    expect(await screen.findByText(walletTexts.loginDone)).toBeVisible();
  });

  test('of an account that changes before the answer starts no session', async () => {
    const { network, wallet, screen, user, sheet, sign } = await openSignIn();
    const first = hold();
    wallet.reply('personal_sign', () => first.promise);
    await user.click(sign);
    await waitFor(() => expect(wallet.calls('personal_sign')).toHaveLength(1));
    await wallet.show([BOB]);
    expect(await screen.findByText('连接的钱包已切换，请重新授权登录后再操作')).toBeVisible();
    expect(sheet).toHaveTextContent(BOB);
    first.answer(`0x${'12'.repeat(65)}`);
    expect(await within(sheet).findByRole('button', { name: walletTexts.authorizePrompt.action })).toBeVisible();
    expect(network.calls(LOGIN)).toEqual([]);
    expect(currentSession()).toBeNull();
  });
});

describe('a session', () => {
  test('ends with another account of the wallet, which is asked to sign in', async () => {
    const { wallet, open } = await prepareWallet();
    const page = await open('/index');
    await signInByWallet(page);
    await wallet.show([BOB, ALICE]);
    expect(await page.screen.findByText(texts.walletChanged)).toBeVisible();
    expect(await page.screen.findByRole('dialog', { name: walletTexts.authorizePrompt.title })).toHaveTextContent(BOB);
    expect(localStorage.getItem('fmc.session')).toBeNull();
  });

  test.each([
    ['HTTP 401', () => Response.json({ code: 501, msg: '', data: null, error: 'unauthorized' }, { status: 401 })],
    ['code 501', () => Response.json({ code: 501, msg: '', data: null, error: 'session-ended', details: {} })],
  ])('ends with the answer %s, and is asked for again', async (_name, reply) => {
    const { network, open } = await prepareWallet();
    const page = await open('/my');
    await signInByWallet(page);
    const { screen, user } = page;
    network.handle('GET /api/app/leaderboard', reply);
    await user.click(screen.getByRole('button', { name: zh.my.leaderboards }));
    expect(await screen.findByText('登录已过期，请重新授权')).toBeVisible();
    expect(await screen.findByRole('dialog', { name: walletTexts.authorizePrompt.title })).toBeVisible();
    expect(localStorage.getItem('fmc.session')).toBeNull();
  });

  test('that was ended in another tab ends here too, without a question', async () => {
    const { open } = await prepareWallet();
    const page = await open('/my');
    await signInByWallet(page);
    localStorage.removeItem('fmc.session');
    dispatchEvent(new StorageEvent('storage', { key: 'fmc.session', newValue: null, storageArea: localStorage }));
    const { screen } = page;
    await waitFor(() => expect(screen.queryByRole('button', { name: zh.my.signOut })).toBeNull());
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});
