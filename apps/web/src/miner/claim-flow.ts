import { commandApi } from '#platform/api.ts';
import { translate } from '#platform/i18n/translate.ts';
import { queryClient } from '#platform/query-client.ts';
import { showToast } from '#platform/toast-store.ts';
import { roundsKeys } from '#rounds/rounds-queries.ts';
import { minerKeys } from './miner-queries.ts';

/**
 * Names the user's account at the exchange with the code that it showed, signed by the wallet; the exchange is asked,
 * and then everything is claimed. Returns whether it was accepted; a toast says what came of it.
 */
export async function linkAccount(account: { readonly uid: string; readonly code: string }): Promise<boolean> {
  const { uid } = account;
  // The wallet library is fetched with it, which the screen itself does not need.
  const { confirmAction } = await import('#session/confirm-action.ts');
  const confirmation = await confirmAction(
    { action: 'bind-exchange-uid', uid },
    translate('miner.uid.waiting', { uid }),
  );
  return confirmation !== null && claim({ ...account, ...confirmation });
}

/** Claims all hash power that waits; the exchange has confirmed an account. Returns whether that was done. */
export function claimPending(): Promise<boolean> {
  return claim({});
}

/** A repeated claim claims nothing twice: the server answers with what was claimed. */
async function claim(request: Parameters<typeof commandApi<'POST /api/biz/collect/ju/power'>>[1]): Promise<boolean> {
  const answer = await commandApi('POST /api/biz/collect/ju/power', request);
  // The orders whose hash power it was are over.
  void queryClient.invalidateQueries({ queryKey: roundsKeys.allOrders });
  void queryClient.invalidateQueries({ queryKey: roundsKeys.allOrderDetails });
  await queryClient.invalidateQueries({ queryKey: minerKeys.all });
  if (answer === null) return false;
  if (!answer.ok) {
    showToast(answer.msg || translate('miner.uid.failed'), 'danger');
    return false;
  }
  const { uid, claimed } = answer.data;
  showToast(
    uid === null ? translate('miner.claim.sent') : translate('miner.claim.done', { amount: claimed }),
    'success',
  );
  return true;
}
