import type { RequestOf } from '@city-mint/api-contract/endpoints';
import type { Hex } from 'viem';
import { getConnection, signMessage } from 'wagmi/actions';
import { commandApi } from '#platform/api.ts';
import { translate } from '#platform/i18n/translate.ts';
import { isSameAddress } from '#platform/same-address.ts';
import { showToast } from '#platform/toast-store.ts';
import { askWallet } from './ask-wallet.ts';
import { restoredWallet } from './load-wallet.ts';
import { walletConfig } from './wallet-config.ts';
import { showWalletFailure } from './wallet-failure.ts';

type Confirmable = RequestOf<'POST /api/app/user/confirmMessage'>;

/** The proof in a call that the wallet confirmed its action. */
export type Confirmation = { readonly nonce: string; readonly sign_hex: Hex };

/**
 * Lets the connected wallet sign the text that confirms an action for which a session is not sufficient. Returns the
 * confirmation; null after a toast with the reason. `waitingText` tells the user what to do in the wallet.
 */
export async function confirmAction(action: Confirmable, waitingText: string): Promise<Confirmation | null> {
  await restoredWallet();
  const { address, connector } = getConnection(walletConfig);
  if (address === undefined || connector === undefined) {
    showToast(translate('session.notConnected'), 'danger');
    return null;
  }
  const composed = await commandApi('POST /api/app/user/confirmMessage', action);
  if (composed === null) return null;
  if (!composed.ok) {
    showToast(composed.msg, 'danger');
    return null;
  }
  const { message, nonce } = composed.data;
  const signed = await askWallet({
    request: () => signMessage(walletConfig, { account: address, connector, message }),
    text: waitingText,
    repeatable: true,
  });
  if (!signed.ok) {
    showWalletFailure(signed.failure);
    return null;
  }
  const now = getConnection(walletConfig).address;
  if (now === undefined || !isSameAddress(now, address)) {
    showToast(translate('session.walletChanged'), 'danger');
    return null;
  }
  return { nonce, sign_hex: signed.value };
}
