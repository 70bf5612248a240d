import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { act, within } from '@testing-library/react';
import { onTestFinished } from 'vitest';
import { disconnect } from 'wagmi/actions';
import type { PageLanguage } from '#platform/i18n/languages.ts';
import { activeChain } from '#session/active-chain.ts';
import { preloadPrompts } from '#session/session-region.tsx';
import { walletConfig } from '#session/wallet-config.ts';
import { watchConnection } from '#session/watch-connection.ts';
import { type FakeWallet, installFakeWallet } from './fake-wallet.ts';
import type { RenderedPage } from './render-in-page.tsx';
import { ALICE, sampleSession } from './sample-session.ts';
import { prepareVisitor, type Visitor } from './visit.tsx';

const SIGNATURE = `0x${'12'.repeat(65)}`;

watchConnection();

/** Returns the text that the server composes for an account, which expires in ten minutes. */
export function textToSign(address: string): string {
  const expiresAt = new Date(Date.now() + 600_000).toISOString();
  return `${location.host} wants you to sign in with your account:\n${address}\n\nExpiration Time: ${expiresAt}`;
}

type WalletVisitor = Visitor & { readonly wallet: FakeWallet };

/** Prepares a visitor with a wallet in the browser, not connected yet; it signs, and the API accepts it. */
export async function prepareWallet(chainId = activeChain.id, language?: PageLanguage): Promise<WalletVisitor> {
  const visitor = await prepareVisitor({ session: null, ...(language !== undefined && { language }) });
  const { network } = visitor;
  await preloadPrompts();
  const wallet = installFakeWallet({ address: ALICE, chainId });
  onTestFinished(async () => {
    await act(() => disconnect(walletConfig));
    wallet.uninstall();
  });
  wallet.reply('personal_sign', () => SIGNATURE);
  network.answer('POST /api/app/user/signMessage', ({ eth_address }) => ({
    ...{ message: textToSign(eth_address), nonce: 'c'.repeat(32) },
  }));
  const { token, expiresAt, user } = sampleSession('accepted');
  // The fields of a session are those of the answer.
  network.reply('POST /api/app/user/login', { token, expiresAt, user } as ReplyOf<'POST /api/app/user/login'>);
  network.reply('POST /api/app/user/logout', { ended: true });
  return { ...visitor, wallet };
}

/** Opens the list of wallets; returns the button of the one in the browser. */
export async function openWallets({ screen, user, texts }: RenderedPage): Promise<HTMLElement> {
  const [connect] = await screen.findAllByRole('button', { name: texts.session.connectWallet });
  if (connect === undefined) throw new Error('no button connects a wallet');
  await user.click(connect);
  const list = await screen.findByRole('dialog', { name: texts.wallet.connectPrompt.title });
  return within(list).findByRole('button', { name: new RegExp(texts.wallet.connectPrompt.browserWallet) });
}

/** Connects the wallet in the browser; returns the button that signs in. */
export async function connectToSign(page: RenderedPage): Promise<HTMLElement> {
  const { screen, user, texts } = page;
  await user.click(await openWallets(page));
  const sheet = await screen.findByRole('dialog', { name: texts.wallet.authorizePrompt.title });
  return within(sheet).findByRole('button', { name: texts.wallet.authorizePrompt.action });
}

/** Connects the wallet and signs in. */
export async function signInByWallet(page: RenderedPage): Promise<void> {
  await page.user.click(await connectToSign(page));
  await page.screen.findByText(page.texts.wallet.loginDone);
}
