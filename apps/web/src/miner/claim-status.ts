import type { ReplyOf } from '@city-mint/api-contract/endpoints';

type Totals = ReplyOf<'POST /api/biz/fmc/machines'>['totals'];

/** The possible action for compensation hash power. */
export type ClaimStatus =
  /** Nothing is pending, and no account is linked. */
  | { readonly kind: 'none' }
  /** An account is linked: later hash power is claimed automatically. */
  | { readonly kind: 'automatic'; readonly uid: string }
  /** An account is linked and hash power is pending: it can be claimed now. */
  | { readonly kind: 'claim'; readonly uid: string; readonly pending: string }
  /** Hash power is pending, and an account has to be linked first. */
  | { readonly kind: 'link'; readonly pending: string }
  /** The exchange is checking an account, or did not confirm it. */
  | { readonly kind: 'waiting' | 'rejected' | 'taken'; readonly uid: string; readonly pending: string };

/** Returns the possible action for an account's compensation hash power. */
export function claimStatus({
  uid,
  confirmation,
  pending,
}: Pick<Totals, 'uid' | 'confirmation' | 'pending'>): ClaimStatus {
  if (uid !== null) return pending === '0' ? { kind: 'automatic', uid } : { kind: 'claim', uid, pending };
  if (confirmation !== null) return { kind: confirmation.state, uid: confirmation.uid, pending };
  return pending === '0' ? { kind: 'none' } : { kind: 'link', pending };
}
