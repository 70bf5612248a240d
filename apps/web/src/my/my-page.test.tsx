import { NOON, startClock } from '@city-mint/client/testing/start-clock.ts';
import { act, waitFor, within } from '@testing-library/react';
import { describe, expect, onTestFinished, test } from 'vitest';
import { chooseLanguage } from '#platform/i18n/language-store.ts';
import { currentSession } from '#platform/session-store.ts';
import { rememberRecipient } from '#recipients/saved-recipients.ts';
import { usePromptStore } from '#session/prompt-store.ts';
import { useWalletStore } from '#session/wallet-store.ts';
import { ALICE, BOB, sampleSession } from '#testing/sample-session.ts';
import { prepareVisitor } from '#testing/visit.tsx';
import { zh } from '#testing/zh-texts.ts';

const LOGOUT = 'POST /api/app/user/logout';
const DISCLOSURE = 'GET /api/app/disclosure';
const { my: texts } = zh;

describe('the wallet', () => {
  test('shows address and until when the sign-in is valid', async () => {
    startClock(NOON);
    const { open } = await prepareVisitor({ session: { ...sampleSession(), expiresAt: NOON + 3_600_000 } });
    const { screen } = await open('/my');
    expect(screen.getByRole('button', { name: '复制 0x7099…79C8' })).toHaveAttribute('title', ALICE);
    expect(screen.getByText('登录有效至 2026/11/20 13:00:00')).toBeVisible();
  });

  test.each([
    { name: 'connects a visitor', options: { session: null }, label: zh.session.connectWallet, prompt: 'connect' },
    { name: 'asks for the network', options: { chainId: 1 }, label: zh.session.switchNetwork, prompt: 'switch' },
    { name: 'shows the connection', options: {}, label: texts.connection, prompt: 'status' },
  ] as const)('$name by its button', async ({ options, label, prompt }) => {
    const { open } = await prepareVisitor(options);
    const { screen, user } = await open('/my');
    await user.click(screen.getByRole('button', { name: label }));
    expect(usePromptStore.getState().prompt).toBe(prompt);
  });

  test('asks a connected wallet to sign in', async () => {
    const { open } = await prepareVisitor({ session: null });
    useWalletStore.setState({ status: 'connected', address: ALICE, chainId: 202_599, walletName: 'Test' });
    const { screen, user } = await open('/my');
    await user.click(screen.getByRole('button', { name: zh.session.authorize }));
    expect(usePromptStore.getState().prompt).toBe('authorize');
  });

  test('says that there is none', async () => {
    const { open } = await prepareVisitor({ session: null });
    const { screen } = await open('/my');
    expect(screen.getByText(texts.noWallet)).toBeVisible();
  });

  test('waits without a button while an earlier connection is restored', async () => {
    const { open } = await prepareVisitor({ session: null });
    useWalletStore.setState({ status: 'reconnecting' });
    const { screen } = await open('/my');
    expect(screen.queryByRole('button', { name: zh.session.connectWallet })).toBeNull();
  });
});

describe('the rows', () => {
  test.each([
    [texts.detail, '/myDetail'],
    [texts.network, '/team'],
    [texts.leaderboards, '/leaderboards'],
    [texts.statement, '/statement'],
    [texts.machine, '/machine'],
    [texts.swap, '/swap'],
    [texts.proof, '/proof'],
    [texts.questions, '/question'],
  ])('%s leads to %s', async (name, path) => {
    const { open } = await prepareVisitor({ session: null });
    const { screen, user } = await open('/my');
    await user.click(screen.getByRole('button', { name }));
    expect(location.pathname).toBe(path);
  });

  test('the licences of third parties are a file that each build has', async () => {
    const { open } = await prepareVisitor({ session: null });
    const { screen } = await open('/my');
    expect(screen.getByRole('link', { name: texts.licences })).toHaveAttribute('href', '/licences.txt');
  });

  test('auto-mint leads a visitor to connect first', async () => {
    const { open } = await prepareVisitor({ session: null });
    const { screen, user } = await open('/my');
    await user.click(screen.getByRole('button', { name: texts.autoMint }));
    expect(await screen.findByRole('dialog', { name: zh.wallet.connectPrompt.title })).toBeVisible();
    expect(location.pathname).toBe('/my');
  });

  test('sign-out is only for a participant', async () => {
    const { open } = await prepareVisitor({ session: null });
    const { screen } = await open('/my');
    expect(screen.queryByRole('button', { name: texts.signOut })).toBeNull();
  });
});

describe('the language', () => {
  async function openLanguages() {
    const { open } = await prepareVisitor({ session: null });
    onTestFinished(() => act(() => chooseLanguage('zh')));
    const page = await open('/my');
    await page.user.click(page.screen.getByRole('button', { name: `${texts.language} 简体中文` }));
    return { ...page, sheet: await page.screen.findByRole('dialog', { name: texts.language }) };
  }

  test('is one of ten, each in its own words, the chosen one pressed', async () => {
    const { sheet } = await openLanguages();
    const choices = within(sheet).getAllByRole('button', { pressed: false });
    expect(choices).toHaveLength(9);
    expect(within(sheet).getByRole('button', { pressed: true })).toHaveTextContent('简体中文');
    expect(within(sheet).getByRole('button', { name: '日本語' })).toHaveAttribute('lang', 'ja');
  });

  test('changes the page at the tap, and is confirmed in the new language', async () => {
    const { screen, sheet, user } = await openLanguages();
    await user.click(within(sheet).getByRole('button', { name: 'English' }));
    expect(await screen.findByText('Settings successful')).toBeVisible();
    expect(document.documentElement).toHaveAttribute('lang', 'en');
    expect(screen.getByRole('button', { name: 'Language English', hidden: true })).toBeInTheDocument();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(localStorage.getItem('lang')).toBe('en');
  });
});

describe('the theme', () => {
  test('is chosen by a tap, confirmed and remembered', async () => {
    const { open } = await prepareVisitor({ session: null });
    const { screen, user } = await open('/my');
    expect(screen.getByRole('radio', { name: texts.themes.system })).toBeChecked();
    await user.click(screen.getByRole('radio', { name: texts.themes.dark }));
    expect(await screen.findByText(texts.settingsDone)).toBeVisible();
    expect(document.documentElement).toHaveAttribute('data-theme', 'dark');
    expect(localStorage.getItem('theme')).toBe('dark');
    await user.click(screen.getByRole('radio', { name: texts.themes.system }));
    expect(document.documentElement).not.toHaveAttribute('data-theme');
  });
});

describe('the disclosure', () => {
  const hash = `0x${'ab'.repeat(32)}`;
  const sections = ['谁在运营', '费用'].map((title) => ({ title, text: '运营方。<img src=x onerror=alert(1)>' }));

  async function openDisclosure() {
    const visitor = await prepareVisitor({ session: null });
    const page = await visitor.open('/my');
    const read = () => page.user.click(page.screen.getByRole('button', { name: texts.disclosure }));
    return { ...visitor, ...page, read };
  }

  test('is read as the server states it, never as markup', async () => {
    const { network, screen, read } = await openDisclosure();
    network.reply(DISCLOSURE, { version: 3, hash, sections });
    await read();
    const sheet = await screen.findByRole('dialog', { name: texts.disclosure });
    expect(await within(sheet).findByRole('heading', { name: '费用' })).toBeVisible();
    expect(sheet).toHaveTextContent('<img src=x onerror=alert(1)>');
    expect(sheet.querySelector('img')).toBeNull();
    expect(sheet).toHaveAccessibleDescription('版本 3');
    expect(within(sheet).getByText(hash)).toBeVisible();
  });

  test('is not asked for before it is opened', async () => {
    const { network } = await openDisclosure();
    expect(network.calls(DISCLOSURE)).toEqual([]);
  });

  test('says that it could not be read, and reads it by a tap', async () => {
    const clock = startClock();
    const { network, screen, read, user } = await openDisclosure();
    network.disconnect(DISCLOSURE);
    await read();
    await clock.advance(5_000);
    const sheet = screen.getByRole('dialog', { name: texts.disclosure });
    expect(within(sheet).getByRole('alert')).toHaveTextContent(zh.ui.networkError);
    network.reply(DISCLOSURE, { version: 3, hash, sections });
    await user.click(within(sheet).getByRole('button', { name: zh.ui.retry }));
    expect(await within(sheet).findByText(hash)).toBeVisible();
  });
});

describe('signing out', () => {
  async function askToLeave() {
    const visitor = await prepareVisitor();
    const page = await visitor.open('/my');
    await page.user.click(page.screen.getByRole('button', { name: texts.signOut }));
    return { ...visitor, ...page, question: await page.screen.findByRole('alertdialog', { name: texts.signOutTitle }) };
  }

  test('is asked about, and says that the wallet stays connected', async () => {
    const { question, network } = await askToLeave();
    expect(question).toHaveTextContent(texts.signOutText);
    expect(network.calls(LOGOUT)).toEqual([]);
  });

  test('ends the session here and on the server, and asks nothing', async () => {
    const { network, question, screen, user } = await askToLeave();
    network.reply(LOGOUT, { ended: true });
    await user.click(within(question).getByRole('button', { name: texts.signOut }));
    expect(await screen.findByText(texts.signedOut)).toBeVisible();
    expect(network.calls(LOGOUT)).toHaveLength(1);
    expect(currentSession()).toBeNull();
    expect(localStorage.getItem('fmc.session')).toBeNull();
    expect(usePromptStore.getState().prompt).toBeNull();
  });

  test('leaves no address book on the device', async () => {
    const { network, question, screen, user } = await askToLeave();
    rememberRecipient({ account: ALICE, address: BOB });
    const stored = () => Object.keys(localStorage).filter((key) => key.startsWith('fmc.recipient'));
    expect(stored()).toHaveLength(1);
    network.reply(LOGOUT, { ended: true });
    await user.click(within(question).getByRole('button', { name: texts.signOut }));
    expect(await screen.findByText(texts.signedOut)).toBeVisible();
    expect(stored()).toEqual([]);
  });

  test('ends it here also where the server cannot be reached', async () => {
    const { network, question, screen, user } = await askToLeave();
    network.disconnect(LOGOUT);
    await user.click(within(question).getByRole('button', { name: texts.signOut }));
    expect(await screen.findByText(texts.signedOut)).toBeVisible();
    expect(currentSession()).toBeNull();
  });

  test('removes the stored session before the server answers', async () => {
    const { network, question, user } = await askToLeave();
    const answer = Promise.withResolvers<Response>();
    network.handle(LOGOUT, () => answer.promise);
    await user.click(within(question).getByRole('button', { name: texts.signOut }));
    expect(network.calls(LOGOUT)).toHaveLength(1);
    expect(currentSession()).toBeNull();
    expect(localStorage.getItem('fmc.session')).toBeNull();
    answer.reject(new TypeError('the network is away'));
  });

  test('does nothing when the answer is no', async () => {
    const { question, user } = await askToLeave();
    await user.click(within(question).getByRole('button', { name: zh.ui.cancel }));
    expect(currentSession()).not.toBeNull();
  });
});
