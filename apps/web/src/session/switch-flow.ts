import { getConnection } from 'wagmi/actions';
import { translate } from '#platform/i18n/translate.ts';
import { isSameAddress } from '#platform/same-address.ts';
import { activeNetwork } from './active-chain.ts';
import { askWallet } from './ask-wallet.ts';
import { currentVisitor } from './current-visitor.ts';
import { closePrompt, openPrompt } from './prompt-store.ts';
import { stayOnChain } from './staying-chain.ts';
import { providerOf, switchNetwork } from './switch-network.ts';
import { walletConfig } from './wallet-config.ts';
import { showWalletFailure } from './wallet-failure.ts';

/** Asks the connected wallet to switch to the chain of this build; shows a toast if it does not. */
export async function switchToActiveChain(): Promise<void> {
  const { connector } = getConnection(walletConfig);
  if (connector === undefined) return;
  const answer = await askWallet({
    request: async () => {
      await switchNetwork(await providerOf(connector), activeNetwork);
      // Not every wallet emits an event after a switch.
      connector.emitter.emit('change', { chainId: await connector.getChainId() });
    },
    text: translate('wallet.switchPrompt.waiting'),
    repeatable: true,
  });
  if (answer.ok) return;
  // A wallet that cannot switch by a request still can by hand.
  const isUnable = answer.failure === 'call-failed' || answer.failure === 'unsupported-method';
  showWalletFailure(isUnable ? 'switch-failed' : answer.failure);
}

/**
 * Leaves the wallet on its chain: signed-in users keep reading, others are asked to sign in. The page no longer asks
 * this wallet to switch from this chain, except for operations that need the chain of this build.
 */
export function stayOnCurrentChain(): void {
  const { address, chainId, sessionAddress } = currentVisitor();
  if (address !== undefined && chainId !== undefined) stayOnChain({ address, chainId });
  const isSignedIn = address === undefined || (sessionAddress !== null && isSameAddress(sessionAddress, address));
  if (isSignedIn) closePrompt();
  else openPrompt('authorize');
}
