import { act } from '@testing-library/react';
import { onTestFinished } from 'vitest';
import { connect, disconnect } from 'wagmi/actions';
import { activeChain } from '#session/active-chain.ts';
import { startWallet } from '#session/start-wallet.ts';
import { walletConfig } from '#session/wallet-config.ts';
import { type FakeWallet, installFakeWallet } from './fake-wallet.ts';
import { ALICE } from './sample-session.ts';

type WalletOptions = { readonly address?: `0x${string}`; readonly chainId?: number };

/** Connects a wallet of Alice through the page's own wallet library, by default on the page's chain; returns it. */
export async function connectFakeWallet(options: WalletOptions = {}): Promise<FakeWallet> {
  const { address = ALICE, chainId = activeChain.id } = options;
  const wallet = installFakeWallet({ address, chainId });
  onTestFinished(async () => {
    await disconnect(walletConfig);
    wallet.uninstall();
  });
  await startWallet();
  const [connector] = walletConfig.connectors;
  if (connector === undefined) throw new Error('the page knows no wallet');
  await act(async () => void (await connect(walletConfig, { connector })));
  return wallet;
}
