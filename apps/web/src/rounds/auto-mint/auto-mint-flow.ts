import type { RequestOf } from '@city-mint/api-contract/endpoints';
import { queryOptions } from '@tanstack/react-query';
import { commandApi, readApi } from '#platform/api.ts';
import { translate } from '#platform/i18n/translate.ts';
import { queryClient } from '#platform/query-client.ts';
import { showToast } from '#platform/toast-store.ts';
import { roundsKeys } from '../rounds-queries.ts';

/** Number of log entries that are shown. */
export const LOGGED_ROUNDS = 12;

/** The account's auto-mint with the log of its latest rounds. */
export function autoMintQuery(address: string) {
  return queryOptions({
    queryKey: roundsKeys.autoMint(address),
    queryFn: ({ signal }) => readApi('POST /api/biz/set/repeat', { limit: LOGGED_ROUNDS }, signal),
    meta: { silent: true, copiedFor: address },
  });
}

export type AutoMintChange = Required<
  Pick<
    RequestOf<'POST /api/biz/set/repeat'>,
    'enabled' | 'keep' | 'perRoundMaximum' | 'stopAfterLosses' | 'parallelRounds' | 'version'
  >
>;

/**
 * Sets auto-mint as the user confirmed it. Without a maximum per round the wallet signs the settings. Returns whether
 * they are set, or that the disclosure must be accepted first; any other refusal has been shown in a toast.
 */
export async function setAutoMint(
  address: string,
  change: AutoMintChange,
): Promise<'done' | 'failed' | 'consent-required'> {
  let answer = await commandApi('POST /api/biz/set/repeat', { ...change, limit: LOGGED_ROUNDS });
  if (answer?.ok === false && answer.error === 'confirmation-required') {
    const { keep, stopAfterLosses, parallelRounds, version } = change;
    // The wallet library is fetched with the first signature.
    const { confirmAction } = await import('#session/confirm-action.ts');
    const action = { action: 'auto-mint', keep, stopAfterLosses, parallelRounds, version } as const;
    const confirmation = await confirmAction(action, translate('auto.sign'));
    if (confirmation === null) return 'failed';
    answer = await commandApi('POST /api/biz/set/repeat', { ...change, ...confirmation, limit: LOGGED_ROUNDS });
  }
  if (answer === null) {
    // The server may have applied the change, so fetch its state.
    await queryClient.invalidateQueries({ queryKey: roundsKeys.autoMint(address) });
    return 'failed';
  }
  if (!answer.ok) {
    if (answer.error === 'consent-required') return 'consent-required';
    showToast(answer.msg, 'danger');
    await queryClient.invalidateQueries({ queryKey: roundsKeys.autoMint(address) });
    return 'failed';
  }
  queryClient.setQueryData(autoMintQuery(address).queryKey, answer.data);
  return 'done';
}
