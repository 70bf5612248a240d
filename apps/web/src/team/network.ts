import type { ReplyOf } from '@city-mint/api-contract/endpoints';

/** The user's team, its status and the conditions of the next one. */
export type Team = ReplyOf<'GET /api/biz/team'>;
/** A direct referral. */
export type Direct = ReplyOf<'POST /api/biz/directs'>['items'][number];
/** The text that binds an inviter once it is signed, and its consequences line by line. */
export type BindingText = ReplyOf<'POST /api/app/user/confirmMessage'> & { readonly superior: string };
/** The inviter whom the user signed for last, and the reason of a refusal; null while the binding is in progress. */
export type AskedBinding = NonNullable<Team['binding']>;

/** Returns the inviter of a pending binding; null without one. */
export function pendingInviter({ binding }: Pick<Team, 'binding'>): string | null {
  return binding !== null && binding.refusal === null ? binding.superior : null;
}
