import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { connect, disconnect } from 'wagmi/actions';
import { currentSession, endSession, startSession, useSessionStore } from '#platform/session-store.ts';
import { useToastStore } from '#platform/toast-store.ts';
import { type FakeWallet, installFakeWallet } from '#testing/fake-wallet.ts';
import { ALICE, BOB, sampleSession } from '#testing/sample-session.ts';
import { zh } from '#testing/zh-texts.ts';
import { activeChain } from './active-chain.ts';
import { askWallet } from './ask-wallet.ts';
import { closePrompt, openPrompt, usePromptStore } from './prompt-store.ts';
import { startWallet } from './start-wallet.ts';
import { stayOnChain } from './staying-chain.ts';
import { walletConfig } from './wallet-config.ts';
import { useWalletStore } from './wallet-store.ts';
import { watchConnection } from './watch-connection.ts';

let wallet: FakeWallet;

beforeAll(async () => {
  await startWallet();
  watchConnection();
});
beforeEach(async () => {
  wallet = installFakeWallet({ address: ALICE, chainId: activeChain.id });
  const [connector] = walletConfig.connectors;
  if (connector === undefined) throw new Error('the page knows no wallet');
  await connect(walletConfig, { connector });
  useToastStore.setState({ toast: null });
});
afterEach(async () => {
  await disconnect(walletConfig);
  endSession();
  closePrompt();
  wallet.uninstall();
});

const prompt = () => usePromptStore.getState().prompt;

test('default: asks a connected wallet to authorize, and a session closes the prompt', () => {
  expect(prompt()).toBe('authorize');
  startSession(sampleSession());
  expect(prompt()).toBeNull();
});

test('behavior: another account ends the session, notifies the user, and is asked to authorize', () => {
  startSession(sampleSession());
  wallet.emit('accountsChanged', [BOB]);
  expect(currentSession()).toBeNull();
  expect(useToastStore.getState().toast?.text).toBe(zh.session.walletChanged);
  expect(prompt()).toBe('authorize');
});

test('behavior: another chain keeps the session and asks to switch', () => {
  startSession(sampleSession());
  wallet.emit('chainChanged', '0x1');
  expect(currentSession()).not.toBeNull();
  expect(prompt()).toBe('switch');
  wallet.emit('chainChanged', `0x${activeChain.id.toString(16)}`);
  expect(prompt()).toBeNull();
});

test('behavior: without an account ends the session and asks to connect', async () => {
  startSession(sampleSession());
  wallet.emit('accountsChanged', []);
  await expect.poll(currentSession).toBeNull();
  expect(prompt()).toBe('connect');
});

test('behavior: asks to sign in again if the session ends here; closes the prompt if it ends in another tab', () => {
  startSession(sampleSession());
  endSession();
  expect(prompt()).toBe('authorize');
  startSession(sampleSession());
  openPrompt('status');
  useSessionStore.setState({ session: null, changedBy: 'otherTab' });
  expect(prompt()).toBeNull();
});

test('behavior: asks nothing while a connection is restored; it counts once restored', () => {
  const restored = useWalletStore.getState();
  closePrompt();
  useWalletStore.setState({ status: 'disconnected', address: undefined, chainId: undefined });
  closePrompt();
  useWalletStore.setState({ status: 'reconnecting', address: ALICE, chainId: 1 });
  expect(prompt()).toBeNull();
  useWalletStore.setState({ status: 'disconnected', address: undefined, chainId: undefined });
  expect(prompt()).toBeNull();
  useWalletStore.setState({ status: 'reconnecting', address: ALICE, chainId: 1 });
  useWalletStore.setState({ ...restored, chainId: 1 });
  expect(prompt()).toBe('switch');
  useWalletStore.setState(restored);
  expect(prompt()).toBe('authorize');
});

test('behavior: cancels a request to one account when another replaces it', async () => {
  const asked = askWallet({ request: () => new Promise<string>(() => undefined), text: 'sign', repeatable: true });
  wallet.emit('accountsChanged', [BOB]);
  expect(await asked).toEqual({ ok: false, failure: 'account-changed' });
});

test('behavior: keeps a network sheet that was opened while an earlier connection was restored', () => {
  startSession(sampleSession());
  stayOnChain({ address: ALICE, chainId: 1 });
  wallet.emit('chainChanged', '0x1');
  closePrompt();
  // As after a reload: nothing is connected yet.
  watchConnection();
  openPrompt('switch');
  useWalletStore.setState({ chainId: 1 });
  expect(prompt()).toBe('switch');
});
