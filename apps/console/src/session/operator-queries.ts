import type { OperatorRole } from '@city-mint/api-contract/operator/operator-roles';
import type { OperatorSigner } from '@city-mint/api-contract/operator-client/sign-request';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { readApi } from '#platform/api.ts';
import { buildSettings } from '#platform/build-settings.ts';
import { currentSession, useSessionStore } from '#platform/session-store.ts';
import { findWallet, walletAccount } from './wallets.ts';

export const operatorKeys = { me: (address: string) => ['me', address] } as const;

/** The signed-in operator's role, and its permissions. */
function meQuery(address: string) {
  return queryOptions({
    queryKey: operatorKeys.me(address),
    queryFn: ({ signal }) => readApi('POST /api/ops/me', {}, signal),
    enabled: address !== '',
  });
}

/** Returns the signed-in operator; `role` is null until the server has answered. Use it only inside the frame. */
export function useOperator(): {
  readonly address: string;
  readonly role: OperatorRole | null;
  /** Returns whether the role may perform an action, or propose it if it takes two operators. */
  readonly mayPropose: (action: string) => boolean;
  readonly mayConfirm: boolean;
} {
  const { session } = useSessionStore();
  const address = session?.address ?? '';
  const { data } = useQuery(meQuery(address));
  return {
    address,
    role: data?.role ?? null,
    mayPropose: (action) => data?.actions.includes(action) === true,
    mayConfirm: data?.confirm === true,
  };
}

/** The wallet that the operator signed in with is not available. */
export class WalletMissingError extends Error {
  override readonly name = 'WalletMissingError';
}

/** Returns the signer of the signed-in operator: their wallet. Throws `WalletMissingError`. */
export function operatorSigner(): OperatorSigner {
  const session = currentSession();
  const wallet = session === null ? undefined : findWallet(session.wallet);
  if (session === null || wallet === undefined) throw new WalletMissingError('the wallet is not there');
  const { chainId, vault } = buildSettings;
  return { account: walletAccount(wallet, session.address), chainId, vault };
}
