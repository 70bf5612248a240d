import { getConnection } from 'wagmi/actions';
import { translate } from '#platform/i18n/translate.ts';
import { showToast } from '#platform/toast-store.ts';
import { activeChain } from './active-chain.ts';
import { askWallet } from './ask-wallet.ts';
import { providerOf, switchNetwork } from './switch-network.ts';
import { walletConfig } from './wallet-config.ts';
import { WALLET_FAILURE_TEXTS } from './wallet-failure.ts';

/** Asks the connected wallet to switch to the chain of this build; shows a toast when it does not. */
export async function switchToActiveChain(): Promise<void> {
  const { connector } = getConnection(walletConfig);
  if (connector === undefined) return;
  const answer = await askWallet({
    request: async () => {
      await switchNetwork(await providerOf(connector), {
        id: activeChain.id,
        name: activeChain.name,
        nativeCurrency: activeChain.nativeCurrency,
        rpcUrl: activeChain.rpcUrls.default.http[0] ?? '',
        explorerUrl: activeChain.blockExplorers?.default.url ?? null,
      });
      // Not every wallet emits an event after a switch.
      connector.emitter.emit('change', { chainId: await connector.getChainId() });
    },
    text: translate('session.switchPrompt.waiting'),
    repeatable: true,
  });
  if (answer.ok) return;
  const failure = answer.failure === 'call-failed' ? 'switch-failed' : answer.failure;
  showToast(translate(WALLET_FAILURE_TEXTS[failure]), failure === 'cancelled' ? 'plain' : 'danger');
}
