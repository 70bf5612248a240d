import { commandApi } from '#platform/api.ts';
import { shownAmount } from '#platform/i18n/amount-text.ts';
import { translate } from '#platform/i18n/translate.ts';
import { queryClient } from '#platform/query-client.ts';
import { showToast } from '#platform/toast-store.ts';
import { roundsKeys } from '#rounds/rounds-queries.ts';
import { minerKeys } from './miner-queries.ts';

/**
 * Submits the user's account at the exchange with the code that it showed, signed by the wallet; after the exchange has
 * confirmed it, everything is claimed. Returns whether it was accepted; a toast shows the outcome.
 */
export async function linkAccount(account: { readonly uid: string; readonly code: string }): Promise<boolean> {
  const { uid } = account;
  // Also fetches the wallet library, which the screen itself does not need.
  const { confirmAction } = await import('#session/confirm-action.ts');
  const confirmation = await confirmAction(
    { action: 'bind-exchange-uid', uid },
    translate('miner.uid.waiting', { uid }),
  );
  return confirmation !== null && claim({ ...account, ...confirmation });
}

/** Claims all pending hash power, for an account that the exchange has confirmed. Returns whether that succeeded. */
export function claimPending(): Promise<boolean> {
  return claim({});
}

/** A repeated claim is idempotent: the server answers with the claimed hash power. */
async function claim(request: Parameters<typeof commandApi<'POST /api/biz/collect/ju/power'>>[1]): Promise<boolean> {
  const answer = await commandApi('POST /api/biz/collect/ju/power', request);
  // The claim completes the orders whose hash power it was.
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
    uid === null ? translate('miner.claim.sent') : translate('miner.claim.done', { amount: shownAmount(claimed) }),
    'success',
  );
  return true;
}
