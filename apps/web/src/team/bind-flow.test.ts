import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { connect, disconnect } from 'wagmi/actions';
import { queryClient } from '#platform/query-client.ts';
import { currentSession, endSession, startSession } from '#platform/session-store.ts';
import { useToastStore } from '#platform/toast-store.ts';
import { activeChain } from '#session/active-chain.ts';
import { walletConfig } from '#session/wallet-config.ts';
import { type FakeNetwork, installFakeNetwork } from '#testing/fake-network.ts';
import { type FakeWallet, installFakeWallet } from '#testing/fake-wallet.ts';
import { ALICE, BOB, sampleSession } from '#testing/sample-session.ts';
import { zh } from '#testing/zh-texts.ts';
import { orderBindingText, signBinding } from './bind-flow.ts';

const ORDER = 'POST /api/app/user/confirmMessage';
const BIND = 'POST /api/biz/activate';
const TEAM = 'GET /api/biz/team';
const SIGNATURE = `0x${'ab'.repeat(65)}`;
const TEXT = { message: 'Bind this inviter.', nonce: 'n1', notice: ['line'], superior: BOB } as never;

let network: FakeNetwork;
let wallet: FakeWallet;

beforeEach(async () => {
  network = installFakeNetwork();
  wallet = installFakeWallet({ address: ALICE, chainId: activeChain.id });
  wallet.reply('personal_sign', () => SIGNATURE);
  startSession(sampleSession());
  useToastStore.setState({ toast: null });
  const [connector] = walletConfig.connectors;
  if (connector === undefined) throw new Error('the page knows no wallet');
  await connect(walletConfig, { connector });
});
afterEach(async () => {
  await disconnect(walletConfig);
  endSession();
  queryClient.clear();
  wallet.uninstall();
  network.restore();
});

/** Answers with my inviter, and the inviter whom I signed for. */
function replyTeam(superior: string | null, binding: ReplyOf<typeof TEAM>['binding'] = null): void {
  network.reply(TEAM, { superior, binding } as never);
}

describe('orderBindingText', () => {
  test('default: returns the text to sign, with the inviter', async () => {
    network.reply(ORDER, { message: 'm', nonce: 'n', notice: [] } as never);
    expect(await orderBindingText(BOB)).toMatchObject({ message: 'm', nonce: 'n', superior: BOB });
    expect(network.calls(ORDER)).toEqual([{ action: 'bind-inviter', superior: BOB }]);
  });

  test('error: a refusal of the binding comes before the signature, in the server’s words', async () => {
    network.refuse(ORDER, { error: 'below-yourself', msg: '该地址在您的团队中' });
    expect(await orderBindingText(BOB)).toEqual({ kind: 'refused', text: '该地址在您的团队中' });
    network.disconnect(ORDER);
    expect(await orderBindingText(BOB)).toBeNull();
  });
});

describe('signBinding', () => {
  test('default: sends the signature with its nonce, and stores the inviter in the session', async () => {
    network.reply(BIND, { superior: BOB, boundAt: 1 } as never);
    expect(await signBinding(TEXT)).toEqual({ kind: 'bound', superior: BOB });
    expect(network.calls(BIND)).toEqual([{ superior: BOB, sign_hex: SIGNATURE, nonce: 'n1' }]);
    expect(currentSession()?.user.superior).toBe(BOB);
  });

  test('behavior: a binding that takes longer is pending', async () => {
    network.reply(BIND, { superior: BOB, boundAt: null } as never);
    replyTeam(null, { superior: BOB, askedAt: 1, refusal: null });
    expect(await signBinding(TEXT)).toEqual({ kind: 'pending' });
    expect(currentSession()?.user.superior).toBeNull();
  });

  test('behavior: finds out after a lost reply that the binding succeeded or is pending', async () => {
    network.disconnect(BIND);
    replyTeam(null, { superior: BOB, askedAt: 1, refusal: null });
    expect(await signBinding(TEXT)).toEqual({ kind: 'pending' });
    replyTeam(BOB);
    expect(await signBinding(TEXT)).toEqual({ kind: 'bound', superior: BOB });
  });

  test('error: changes nothing if the request behind a lost reply failed', async () => {
    network.disconnect(BIND);
    replyTeam(null);
    expect(await signBinding(TEXT)).toEqual({ kind: 'stopped' });
    expect(useToastStore.getState().toast?.text).toBe(zh.ui.networkError);
  });

  test.each([
    ['message-expired', { kind: 'expired' }],
    ['nonce-used-or-unknown', { kind: 'expired' }],
    ['already-bound', { kind: 'refused', text: 'no' }],
  ] as const)('error: refused as %s', async (error, outcome) => {
    network.refuse(BIND, { error, msg: 'no' });
    replyTeam(null);
    expect(await signBinding(TEXT)).toEqual(outcome);
  });

  test('error: sends nothing after a rejection in the wallet', async () => {
    wallet.fail('personal_sign', 4001);
    expect(await signBinding(TEXT)).toEqual({ kind: 'stopped' });
    expect(useToastStore.getState().toast?.text).toBe(zh.wallet.failure.cancelled);
    expect(network.calls(BIND)).toEqual([]);
  });
});
