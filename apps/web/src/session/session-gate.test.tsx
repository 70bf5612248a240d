import { act } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { ALICE } from '#testing/sample-session.ts';
import { prepareVisitor } from '#testing/visit.tsx';
import { zh } from '#testing/zh-texts.ts';
import { activeChain } from './active-chain.ts';
import { usePromptStore } from './prompt-store.ts';
import { useWalletStore } from './wallet-store.ts';

const { session: texts } = zh;

/** Opens a screen for a visitor whose wallet is on this chain, or who has none. */
async function openGate(chainId: number | null, path = '/assets') {
  const visitor = await prepareVisitor({ session: null });
  if (chainId !== null) useWalletStore.setState({ status: 'connected', address: ALICE, chainId });
  return { ...visitor, ...(await visitor.open(path)) };
}

describe('a screen of the account', () => {
  test('names the missing step: a wallet, the network or the login', async () => {
    const { screen } = await openGate(null);
    for (const { chainId, title, action } of [
      { chainId: null, title: '您还没有连接钱包', action: texts.connectWallet },
      { chainId: 1, title: '请切换网络', action: texts.switchNetwork },
      { chainId: activeChain.id, title: '您还没有授权登录', action: texts.authorize },
    ]) {
      if (chainId !== null) act(() => useWalletStore.setState({ status: 'connected', address: ALICE, chainId }));
      expect(screen.getByText(title)).toBeVisible();
      expect(screen.getByRole('button', { name: action })).toBeVisible();
    }
  });

  test.each([
    ['connect', null, texts.connectWallet],
    ['switch', 1, texts.switchNetwork],
    ['authorize', activeChain.id, texts.authorize],
  ])('leads to the step that is missing: %s', async (prompt, chainId, action) => {
    const { screen, user } = await openGate(chainId);
    await user.click(screen.getByRole('button', { name: action }));
    expect(usePromptStore.getState().prompt).toBe(prompt);
  });

  test('shows an example of itself, without a single figure', async () => {
    const { screen } = await openGate(null);
    expect(screen.getByText(texts.example)).toBeVisible();
    expect(screen.getByRole('main').textContent).not.toMatch(/\d/);
  });

  test.each([
    '/assets',
    '/deposit',
    '/withdraw',
    '/record',
    '/record-detail?id=1',
    '/team',
    '/team-record',
    '/earnings_aic',
    '/earningsLogs',
    '/statement',
    '/machine',
    '/earnings_fmc',
    '/swapDetail?id=1',
    '/myDetail',
    '/city?tab=mine',
  ])('says what one gets after signing in: %s', async (path) => {
    const { screen } = await openGate(null, path);
    expect(screen.getByText(/^登录后/)).toBeVisible();
  });
});
