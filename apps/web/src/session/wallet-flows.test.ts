import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { WALLET_ERRORS } from '@city-mint/tests/field/wallet-errors';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { disconnect, getConnection } from 'wagmi/actions';
import { currentSession, endSession, startSession } from '#platform/session-store.ts';
import { useToastStore } from '#platform/toast-store.ts';
import { type FakeNetwork, installFakeNetwork } from '#testing/fake-network.ts';
import { type FakeWallet, installFakeWallet } from '#testing/fake-wallet.ts';
import { ALICE, BOB, sampleSession } from '#testing/sample-session.ts';
import { zh } from '#testing/zh-texts.ts';
import { activeChain } from './active-chain.ts';
import { connectWallet } from './connect-flow.ts';
import { currentStage } from './current-visitor.ts';
import { disconnectWallet } from './disconnect-flow.ts';
import { ensureAuthorized } from './ensure-authorized.ts';
import { closePrompt, openPrompt, usePromptStore } from './prompt-store.ts';
import { signIn } from './sign-in-flow.ts';
import { signOut } from './sign-out-flow.ts';
import { startWallet } from './start-wallet.ts';
import { switchToActiveChain } from './switch-flow.ts';
import { walletConfig } from './wallet-config.ts';

const SIGN_MESSAGE = 'POST /api/app/user/signMessage';
const LOGIN = 'POST /api/app/user/login';
const LOGOUT = 'POST /api/app/user/logout';
const SIGNATURE = `0x${'12'.repeat(65)}`;
const NONCE = 'c'.repeat(32);

const REJECTIONS = WALLET_ERRORS.filter(({ right }) => right === 'rejected');

let network: FakeNetwork;
let wallet: FakeWallet;

beforeAll(startWallet);
// Prompts of the previous test may still be waiting for their history entries to disappear.
beforeAll(() => Reflect.set(globalThis, 'history', { state: null }));
beforeEach(() => {
  network = installFakeNetwork();
  wallet = installFakeWallet({ address: ALICE, chainId: activeChain.id });
  Reflect.set(globalThis, 'location', new URL('https://mint.example/index'));
  useToastStore.setState({ toast: null });
});
afterEach(async () => {
  endSession();
  closePrompt();
  await disconnect(walletConfig);
  wallet.uninstall();
  Reflect.deleteProperty(globalThis, 'location');
  network.restore();
});

const toast = () => useToastStore.getState().toast;

async function connectInjected(): Promise<void> {
  const [connector] = walletConfig.connectors;
  if (connector === undefined) throw new Error('the page knows no wallet');
  await connectWallet(connector);
}

describe('connectWallet', () => {
  test('default: connects and shows a toast', async () => {
    await connectInjected();
    expect(getConnection(walletConfig)).toMatchObject({ address: ALICE, chainId: activeChain.id });
    expect(toast()).toMatchObject({ text: zh.wallet.connected, kind: 'success' });
    expect(currentStage()).toBe('connected');
  });

  test('behavior: a rejection is not an error, another failure is', async () => {
    wallet.fail('wallet_requestPermissions', 4001);
    await connectInjected();
    expect(toast()).toMatchObject({ text: zh.wallet.failure.cancelled, kind: 'plain' });
    wallet.fail('wallet_requestPermissions', -32603);
    wallet.fail('eth_requestAccounts', -32603);
    await connectInjected();
    expect(toast()).toMatchObject({ text: zh.wallet.connectionFailed, kind: 'danger' });
    expect(currentStage()).toBe('disconnected');
  });

  test.each(REJECTIONS)('behavior: asks nothing more after a person’s No: $seen, $error', async ({ error }) => {
    wallet.reply('wallet_requestPermissions', () => {
      throw error;
    });
    await connectInjected();
    expect(toast()).toMatchObject({ text: zh.wallet.failure.cancelled, kind: 'plain' });
    expect(wallet.calls('eth_requestAccounts')).toEqual([]);
  });

  test('behavior: does not ask a connected wallet again', async () => {
    await connectInjected();
    const asked = wallet.calls('eth_requestAccounts').length + wallet.calls('wallet_requestPermissions').length;
    await connectInjected();
    expect(wallet.calls('eth_requestAccounts').length + wallet.calls('wallet_requestPermissions').length).toBe(asked);
  });
});

describe('switchToActiveChain', () => {
  test('default: switches the wallet, and the page follows without an event', async () => {
    wallet.reply('eth_chainId', () => '0x1');
    await connectInjected();
    expect(currentStage()).toBe('wrong-chain');
    wallet.reply('wallet_switchEthereumChain', () => {
      wallet.reply('eth_chainId', () => `0x${activeChain.id.toString(16)}`);
      return null;
    });
    await switchToActiveChain();
    expect(currentStage()).toBe('connected');
  });

  test.each([
    [4001, zh.wallet.failure.cancelled, 'plain'],
    [-32002, zh.wallet.failure.pending, 'danger'],
  ] as const)('behavior: code %i shows %s', async (code, text, kind) => {
    wallet.reply('eth_chainId', () => '0x1');
    await connectInjected();
    wallet.fail('wallet_switchEthereumChain', code);
    await switchToActiveChain();
    expect(toast()).toMatchObject({ text, kind });
  });

  test.each(REJECTIONS)('behavior: adds nothing after a person’s No: $seen, $error', async ({ error }) => {
    wallet.uninstall();
    wallet = installFakeWallet({ address: ALICE, chainId: 1 });
    await connectInjected();
    wallet.reply('wallet_switchEthereumChain', () => {
      throw error;
    });
    await switchToActiveChain();
    expect(toast()).toMatchObject({ text: zh.wallet.failure.cancelled, kind: 'plain' });
    expect(wallet.calls('wallet_addEthereumChain')).toEqual([]);
  });

  test('behavior: a failure without a name is a failed switch', async () => {
    wallet.reply('eth_chainId', () => '0x1');
    await connectInjected();
    wallet.fail('wallet_switchEthereumChain', -32603);
    wallet.fail('wallet_addEthereumChain', -32603);
    await switchToActiveChain();
    expect(toast()).toMatchObject({ text: zh.wallet.failure.switchFailed, kind: 'danger' });
  });
});

describe('signIn', () => {
  beforeEach(async () => {
    network.reply(SIGN_MESSAGE, { message: 'mint.example wants you to sign in', nonce: NONCE });
    const { token, expiresAt, user } = sampleSession();
    network.reply(LOGIN, { token, expiresAt, user } as ReplyOf<typeof LOGIN>);
    wallet.reply('personal_sign', () => SIGNATURE);
    await connectInjected();
  });

  test('default: message, signature, login, session', async () => {
    await signIn();
    expect(network.calls(SIGN_MESSAGE)).toEqual([
      { eth_address: ALICE, domain: 'mint.example', uri: 'https://mint.example' },
    ]);
    expect(network.calls(LOGIN)).toEqual([{ sign_hex: SIGNATURE, nonce: NONCE }]);
    expect(currentSession()).toMatchObject({ address: ALICE, token: sampleSession().token });
    expect(toast()).toMatchObject({ text: zh.wallet.loginDone, kind: 'success' });
    expect(currentStage()).toBe('authorized');
  });

  test.each([
    [4001, zh.wallet.failure.cancelled],
    [-32603, zh.wallet.failure.signFailed],
  ])('behavior: a signature that fails with %i starts no session', async (code, text) => {
    wallet.fail('personal_sign', code);
    await signIn();
    expect(toast()?.text).toBe(text);
    expect(network.calls(LOGIN)).toEqual([]);
    expect(currentSession()).toBeNull();
  });

  test.each(REJECTIONS)('behavior: a person’s No is cancelled: $seen, $error', async ({ error }) => {
    wallet.reply('personal_sign', () => {
      throw error;
    });
    await signIn();
    expect(toast()).toMatchObject({ text: zh.wallet.failure.cancelled, kind: 'plain' });
    expect(wallet.calls('personal_sign')).toHaveLength(1);
  });

  test('behavior: reuses the text after a cancelled signature, but not after a used one', async () => {
    const expiresAt = (ms: number) => `Expiration Time: ${new Date(Date.now() + ms).toISOString()}`;
    network.reply(SIGN_MESSAGE, { message: `sign in\n${expiresAt(600_000)}`, nonce: NONCE });
    wallet.fail('personal_sign', 4001);
    for (let taps = 0; taps < 6; taps += 1) await signIn();
    expect(network.calls(SIGN_MESSAGE)).toHaveLength(1);
    wallet.reply('personal_sign', () => SIGNATURE);
    await signIn();
    expect(network.calls(SIGN_MESSAGE)).toHaveLength(1);
    expect(network.calls(LOGIN)).toEqual([{ sign_hex: SIGNATURE, nonce: NONCE }]);
    endSession();
    network.reply(SIGN_MESSAGE, { message: `sign in\n${expiresAt(30_000)}`, nonce: NONCE });
    wallet.fail('personal_sign', 4001);
    await signIn();
    // This one expires too soon to be signed again.
    await signIn();
    expect(network.calls(SIGN_MESSAGE)).toHaveLength(3);
  });

  test.each([SIGN_MESSAGE, LOGIN] as const)('behavior: shows a refusal of %s in the server’s words', async (key) => {
    network.refuse(key, { error: 'too-many-requests', code: 429, msg: 'slow down' });
    await signIn();
    expect(toast()?.text).toBe('slow down');
    expect(currentSession()).toBeNull();
  });

  test('behavior: starts no session if the account changes while the wallet signs', async () => {
    wallet.reply('personal_sign', () => {
      wallet.emit('accountsChanged', [BOB]);
      return SIGNATURE;
    });
    await signIn();
    expect(network.calls(LOGIN)).toEqual([]);
    expect(currentSession()).toBeNull();
    expect(toast()?.text).toBe(zh.session.walletChanged);
  });

  test('behavior: starts no session if the account changes while the server answers', async () => {
    network.handle(LOGIN, () => {
      wallet.emit('accountsChanged', [BOB]);
      const { token, expiresAt, user } = sampleSession();
      return Response.json({ code: 200, msg: '', data: { token, expiresAt, user } });
    });
    await signIn();
    expect(currentSession()).toBeNull();
    expect(toast()?.text).toBe(zh.session.walletChanged);
  });
});

describe('signOut and disconnectWallet', () => {
  test('default: signing out ends the session and keeps the connection', async () => {
    await connectInjected();
    startSession(sampleSession());
    network.reply(LOGOUT, { ended: true });
    await signOut();
    expect(network.calls(LOGOUT)).toHaveLength(1);
    expect(currentSession()).toBeNull();
    expect(currentStage()).toBe('connected');
  });

  test('behavior: ends the session here if the server is unreachable', async () => {
    startSession(sampleSession());
    network.disconnect(LOGOUT);
    await signOut();
    expect(currentSession()).toBeNull();
  });

  test('behavior: disconnects without an error if the wallet has ended the connection', async () => {
    await connectInjected();
    const { connector } = getConnection(walletConfig);
    if (connector === undefined) throw new Error('a connected wallet');
    const disconnectConnector = connector.disconnect;
    connector.disconnect = () => Promise.reject(new Error('No matching key. session topic: 0'));
    useToastStore.setState({ toast: null });
    await disconnectWallet();
    connector.disconnect = disconnectConnector;
    expect(toast()).toBeNull();
    expect(currentStage()).toBe('disconnected');
  });

  test('behavior: a wallet that refuses to disconnect is a failed call, without a retry', async () => {
    await connectInjected();
    const { connector } = getConnection(walletConfig);
    if (connector === undefined) throw new Error('a connected wallet');
    const disconnectConnector = connector.disconnect;
    connector.disconnect = () => Promise.reject(new Error('locked'));
    await disconnectWallet();
    connector.disconnect = disconnectConnector;
    expect(toast()).toMatchObject({ text: zh.session.failure.callFailedFinal, kind: 'danger' });
    expect(currentStage()).toBe('connected');
  });

  test('behavior: does not call the server without a session', async () => {
    await connectInjected();
    await disconnectWallet();
    expect(currentStage()).toBe('disconnected');
  });
});

describe('ensureAuthorized', () => {
  test('default: resolves true immediately for a signed-in visitor', async () => {
    await connectInjected();
    startSession(sampleSession());
    expect(await ensureAuthorized()).toBe(true);
    expect(usePromptStore.getState().prompt).toBeNull();
  });

  test.each([
    ['connect', zh.session.notConnected, async () => {}],
    ['authorize', zh.session.notAuthorized, connectInjected],
  ] as const)('behavior: asks to %s, and is false when the prompt is closed', async (prompt, text, prepare) => {
    await prepare();
    const authorized = ensureAuthorized();
    expect(usePromptStore.getState().prompt).toBe(prompt);
    expect(toast()?.text).toBe(text);
    closePrompt();
    expect(await authorized).toBe(false);
  });

  test('behavior: waits while a prompt is open, whatever else changes', async () => {
    let outcome: boolean | 'waiting' = 'waiting';
    const authorized = ensureAuthorized().then((result) => {
      outcome = result;
    });
    await connectInjected();
    await new Promise((resolve) => setTimeout(resolve, 120));
    expect(outcome).toBe('waiting');
    closePrompt();
    await authorized;
    expect(outcome).toBe(false);
  });

  test('behavior: resolves true once the visitor has signed in; a following prompt does not end it', async () => {
    const authorized = ensureAuthorized();
    closePrompt();
    openPrompt('authorize');
    await connectInjected();
    startSession(sampleSession());
    closePrompt();
    expect(await authorized).toBe(true);
  });
});
