import type { Address } from 'viem';
import { watchAsset } from 'wagmi/actions';
import { translate } from '#platform/i18n/translate.ts';
import { askWallet } from '#session/ask-wallet.ts';
import { walletConfig } from '#session/wallet-config.ts';

const FMC = { symbol: 'FMC', decimals: 18 } as const;

/** The wallet's answer: it shows the token, its owner said no, or it does not know the request. */
export type WatchAnswer = 'added' | 'declined' | 'not-possible';

/** Asks the connected wallet to show FMC, at this address, among its tokens (EIP-747). Returns its answer. */
export async function watchFmc(address: Address): Promise<WatchAnswer> {
  const answer = await askWallet({
    request: () => watchAsset(walletConfig, { type: 'ERC20', options: { address, ...FMC } }),
    text: translate('assets.watch.waiting'),
    repeatable: true,
  });
  // Not every wallet answers `true`; those that say no without an error answer `false`.
  if (answer.ok) return answer.value === false ? 'declined' : 'added';
  return answer.failure === 'cancelled' || answer.failure === 'pending' ? 'declined' : 'not-possible';
}
