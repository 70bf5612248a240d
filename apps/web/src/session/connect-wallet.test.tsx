import { waitFor, within } from '@testing-library/react';
import { numberToHex } from 'viem';
import { describe, expect, test } from 'vitest';
import { currentSession } from '#platform/session-store.ts';
import { rememberRecipient, savedRecipients } from '#recipients/saved-recipients.ts';
import { ALICE, BOB } from '#testing/sample-session.ts';
import { prepareVisitor } from '#testing/visit.tsx';
import { connectToSign, openWallets, prepareWallet, signInByWallet } from '#testing/visit-wallet.ts';
import { zh } from '#testing/zh-texts.ts';
import { activeChain } from './active-chain.ts';

const { session: texts, wallet: walletTexts } = zh;
const SWITCH = 'wallet_switchEthereumChain';
const ADD = 'wallet_addEthereumChain';

describe('the list of wallets', () => {
  test('has the wallet of the browser, and the one on a phone', async () => {
    const { open } = await prepareWallet();
    const page = await open('/index');
    expect(await openWallets(page)).toHaveTextContent(walletTexts.connectPrompt.detected);
    expect(page.screen.queryByText(walletTexts.none.title)).toBeNull();
  });

  test('says without a wallet how to get one, and has the page as a code for a phone', async () => {
    const { open } = await prepareVisitor({ session: null });
    const { screen, user } = await open('/index');
    const [connect] = screen.getAllByRole('button', { name: texts.connectWallet });
    await user.click(connect ?? document.body);
    const list = await screen.findByRole('dialog', { name: walletTexts.connectPrompt.title });
    expect(within(list).getByText('还没有钱包？')).toBeVisible();
    expect(within(list).getByRole('link', { name: /^获取 MetaMask/ })).toHaveAttribute(
      'href',
      expect.stringMatching(/^https:\/\/metamask\.io\//),
    );
    expect(within(list).getByRole('img', { name: walletTexts.none.code })).toBeVisible();
  });
});

describe('a connection', () => {
  test('that is refused, waits in the wallet or fails says so, and can be asked for again', async () => {
    const { wallet, open } = await prepareWallet();
    const page = await open('/index');
    const { screen, user } = page;
    const choice = await openWallets(page);
    wallet.fail('wallet_requestPermissions', 4001);
    await user.click(choice);
    expect(await screen.findByText('用户已取消')).toBeVisible();
    wallet.fail('wallet_requestPermissions', -32002);
    await user.click(choice);
    expect(await screen.findByText(walletTexts.failure.pending)).toBeVisible();
    wallet.fail('wallet_requestPermissions', -32603);
    wallet.fail('eth_requestAccounts', -32603);
    await user.click(choice);
    expect(await screen.findByText('连接失败')).toBeVisible();
    wallet.agree();
    await user.click(choice);
    expect(await screen.findByRole('dialog', { name: walletTexts.authorizePrompt.title })).toBeVisible();
  });

  test('is shown with its wallet, chain and address, and ended there with the session', async () => {
    const { network, open } = await prepareWallet();
    const page = await open('/index');
    const { screen, user } = page;
    await signInByWallet(page);
    await user.click(await screen.findByRole('button', { name: '0x7099…79C8' }));
    const status = await screen.findByRole('dialog', { name: walletTexts.statusSheet.title });
    expect(status).toHaveTextContent('testJuChain');
    expect(status).toHaveTextContent('202599');
    expect(status).toHaveTextContent(walletTexts.statusSheet.yes);
    rememberRecipient({ account: ALICE, address: BOB });
    await user.click(within(status).getByRole('button', { name: texts.disconnect }));
    expect(await screen.findByRole('dialog', { name: walletTexts.connectPrompt.title })).toBeVisible();
    expect(currentSession()).toBeNull();
    expect(network.calls('POST /api/app/user/logout')).toHaveLength(1);
    expect(savedRecipients.read()).toEqual([]);
  });
});

describe('a wallet on another chain', () => {
  async function openSwitch() {
    const visitor = await prepareWallet(1);
    const page = await visitor.open('/assets');
    await page.user.click(await openWallets(page));
    const sheet = await page.screen.findByRole('dialog', { name: walletTexts.switchPrompt.title });
    const action = within(sheet).getByRole('button', { name: '切换到 testJuChain' });
    return { ...visitor, ...page, sheet, action };
  }

  test('is asked to switch to the chain of the page, which it may have to learn first', async () => {
    const { wallet, user, screen, sheet, action } = await openSwitch();
    expect(sheet).toHaveTextContent('Ethereum');
    let isKnown = false;
    wallet.reply(SWITCH, () => {
      if (!isKnown) throw Object.assign(new Error('unknown chain'), { code: 4902 });
      wallet.reply('eth_chainId', () => numberToHex(activeChain.id));
      return null;
    });
    wallet.reply(ADD, () => {
      isKnown = true;
      return null;
    });
    await user.click(action);
    expect(await screen.findByRole('dialog', { name: walletTexts.authorizePrompt.title })).toBeVisible();
    expect(wallet.calls(ADD)[0]?.[0]).toMatchObject({
      chainId: '0x31767',
      chainName: 'testJuChain',
      nativeCurrency: { symbol: 'JU', decimals: 18 },
    });
    expect(wallet.calls(SWITCH)).toHaveLength(2);
    expect(screen.queryByText(walletTexts.failure.cancelled)).toBeNull();
  });

  test('that does not support the network says so', async () => {
    const { wallet, user, screen, action } = await openSwitch();
    wallet.fail(SWITCH, 4902);
    wallet.fail(ADD, -32601);
    await user.click(action);
    expect(await screen.findByText('目标网络不受支持')).toBeVisible();
  });

  test.each([
    [4001, undefined],
    [-32000, 'User rejected methods.'],
  ])('whose owner refuses (%i) is not asked to add the chain', async (code, message) => {
    const { wallet, user, screen, action } = await openSwitch();
    wallet.fail(SWITCH, code, message);
    await user.click(action);
    expect(await screen.findByText('用户已取消')).toBeVisible();
    expect(wallet.calls(ADD)).toEqual([]);
  });

  test('that fails to switch says so', async () => {
    const { wallet, user, screen, action } = await openSwitch();
    wallet.fail(SWITCH, -32603);
    wallet.fail(ADD, -32603);
    await user.click(action);
    expect(await screen.findByText('切换网络失败')).toBeVisible();
  });

  test('that cannot switch gets the network’s settings to copy, and signs in to read', async () => {
    const { network, wallet, user, screen, sheet, action } = await openSwitch();
    network.handle('POST /api/app/user/asset', () => new Response(null, { status: 503 }));
    network.handle('POST /api/app/user/balances', () => new Response(null, { status: 503 }));
    wallet.fail(SWITCH, 4200);
    wallet.fail(ADD, 4200);
    await user.click(action);
    expect(await screen.findByText(walletTexts.failure.switchFailed)).toBeVisible();
    await user.click(within(sheet).getByText(walletTexts.network.manual));
    expect(within(sheet).getByRole('button', { name: '复制RPC 地址: http://127.0.0.1:8545' })).toBeVisible();
    expect(within(sheet).getByRole('button', { name: '复制链 ID: 202599' })).toBeVisible();
    await user.click(within(sheet).getByRole('button', { name: walletTexts.network.signInHere }));
    const sign = await screen.findByRole('dialog', { name: walletTexts.authorizePrompt.title });
    await user.click(await within(sign).findByRole('button', { name: walletTexts.authorizePrompt.action }));
    expect(await screen.findByText('钱包不在 testJuChain 上，现在只能查看。')).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.click(screen.getByRole('button', { name: texts.switchNetwork }));
    const again = await screen.findByRole('dialog', { name: walletTexts.switchPrompt.title });
    await user.click(within(again).getByText(walletTexts.network.manual));
    expect(within(again).getByRole('button', { name: walletTexts.network.stayHere })).toBeVisible();
  });
});

describe('a wallet that changes', () => {
  test('to no account is disconnected', async () => {
    const { wallet, open } = await prepareWallet();
    const page = await open('/index');
    await signInByWallet(page);
    await wallet.show([]);
    expect(await page.screen.findByRole('dialog', { name: walletTexts.connectPrompt.title })).toBeVisible();
    expect(currentSession()).toBeNull();
  });

  test('to another chain is asked to switch back, and keeps the session', async () => {
    const { wallet, open } = await prepareWallet();
    const page = await open('/index');
    const { screen, user } = page;
    await signInByWallet(page);
    await wallet.changeChain(10);
    const sheet = await screen.findByRole('dialog', { name: walletTexts.switchPrompt.title });
    wallet.reply(SWITCH, async () => wallet.changeChain(activeChain.id));
    await user.click(within(sheet).getByRole('button', { name: '切换到 testJuChain' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(currentSession()).not.toBeNull();
  });

  test('its account is asked to sign in before the next one connects', async () => {
    const { open } = await prepareWallet();
    const page = await open('/assets');
    await connectToSign(page);
    await page.user.click(page.screen.getByRole('button', { name: zh.ui.close }));
    expect(await page.screen.findByText(texts.notAuthorized)).toBeVisible();
  });
});
