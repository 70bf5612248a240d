import { createOperatorClient, type OperatorClient } from '@city-mint/api-contract/operator/operator-client';
import { client } from '#platform/api.ts';
import { buildSettings } from '#platform/build-settings.ts';
import { currentSession, useSession } from '#platform/session-store.ts';
import { findWallet, walletAccount } from './wallets.ts';

/** Which roles there are, from the least to the most. */
type Role = 'viewer' | 'operator' | 'approver';

/** Who is signed in; `role` is null until the server has answered. Inside the frame alone. */
export function useOperator(): { readonly address: string; readonly role: Role | null } {
  const { session } = useSession();
  return { address: session?.address ?? '', role: null };
}

/** The wallet with which the operator signed in is not there any more. */
export class WalletMissingError extends Error {
  override readonly name = 'WalletMissingError';
}

/** Returns the calls of the signed-in operator, whose wallet signs. Throws `WalletMissingError`. */
export function operatorClient(): OperatorClient {
  const session = currentSession();
  const wallet = session === null ? undefined : findWallet(session.wallet);
  if (session === null || wallet === undefined) throw new WalletMissingError('the wallet is not there');
  return createOperatorClient({
    client,
    account: walletAccount(wallet, session.address),
    chainId: buildSettings.chainId,
  });
}
