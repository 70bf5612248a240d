import { getConnection, signMessage } from 'wagmi/actions';
import { commandApi } from '#platform/api.ts';
import { translate } from '#platform/i18n/translate.ts';
import { queryClient } from '#platform/query-client.ts';
import { askWallet } from '#session/ask-wallet.ts';
import { walletConfig } from '#session/wallet-config.ts';
import { showWalletFailure } from '#session/wallet-failure.ts';
import { adoptInviter } from './adopt-inviter.ts';
import { type BindingText, pendingInviter, type Team } from './network.ts';
import { teamKeys, teamQuery } from './team-queries.ts';

/**
 * `bound`: an inviter is bound, this one or another one since. `pending`: the binding is in progress; the team's reply
 * has its result. `expired`: the text can no longer be signed.
 */
export type BindingOutcome =
  | { readonly kind: 'bound'; readonly superior: string }
  | { readonly kind: 'pending' }
  | { readonly kind: 'refused'; readonly text: string }
  | { readonly kind: 'expired' }
  | { readonly kind: 'stopped' };

/**
 * Requests the text that binds this inviter. Any refusal of the binding comes now, before the signature, in the
 * server's words. Returns null after a network error, which a toast has shown.
 */
export async function orderBindingText(
  superior: string,
): Promise<BindingText | Extract<BindingOutcome, { kind: 'refused' }> | null> {
  const answer = await commandApi('POST /api/app/user/confirmMessage', { action: 'bind-inviter', superior });
  if (answer === null) return null;
  return answer.ok ? { ...answer.data, superior } : { kind: 'refused', text: answer.msg };
}

/** Lets the wallet sign the text and sends it. Returns the outcome; a toast shows a failure of the wallet. */
export async function signBinding({ message, nonce, superior }: BindingText): Promise<BindingOutcome> {
  const { address, connector } = getConnection(walletConfig);
  if (address === undefined || connector === undefined) return { kind: 'stopped' };
  const signed = await askWallet({
    request: () => signMessage(walletConfig, { account: address, connector, message }),
    text: translate('team.bind.waiting'),
    repeatable: true,
  });
  if (!signed.ok) {
    showWalletFailure(signed.failure);
    return { kind: 'stopped' };
  }
  const request = { superior, sign_hex: signed.value, nonce };
  const answer = await commandApi('POST /api/biz/activate', request);
  if (answer?.ok === true && answer.data.boundAt !== null) return finish(address, answer.data.superior);
  // The request behind a lost reply may have succeeded, which used up the text.
  const team = await readTeam(address);
  if (team !== null && team.superior !== null) return finish(address, team.superior);
  const isUnderWay = team !== null && pendingInviter(team) === superior;
  if (answer?.ok === true || isUnderWay) return { kind: 'pending' };
  if (answer === null) return { kind: 'stopped' };
  const isOver = answer.error === 'message-expired' || answer.error === 'nonce-used-or-unknown';
  return isOver ? { kind: 'expired' } : { kind: 'refused', text: answer.msg };
}

/** Returns the current team from the server; null if it does not answer. */
async function readTeam(address: string): Promise<Team | null> {
  try {
    return await queryClient.fetchQuery({ ...teamQuery(address), staleTime: 0 });
  } catch {
    return null;
  }
}

async function finish(address: string, superior: string): Promise<BindingOutcome> {
  adoptInviter(address, superior);
  await queryClient.invalidateQueries({ queryKey: teamKeys.all });
  return { kind: 'bound', superior };
}
