import { getConnection } from 'wagmi/actions';
import { translate } from '#platform/i18n/translate.ts';
import { showToast } from '#platform/toast-store.ts';
import { activeChain } from './active-chain.ts';
import { askWallet } from './ask-wallet.ts';
import { FAILURE_TEXTS } from './failure-texts.ts';
import { providerOf } from './provider-of.ts';
import { switchNetwork } from './switch-network.ts';
import { walletConfig } from './wallet-config.ts';

/** Has the connected wallet change to the chain of this build, and says so when it did not. */
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
      // Not every wallet tells that it switched.
      connector.emitter.emit('change', { chainId: await connector.getChainId() });
    },
    text: translate('session.switchPrompt.waiting'),
    repeatable: true,
  });
  if (answer.ok) return;
  const failure = answer.failure === 'call-failed' ? 'switch-failed' : answer.failure;
  showToast(translate(FAILURE_TEXTS[failure]), failure === 'cancelled' ? 'plain' : 'danger');
}
