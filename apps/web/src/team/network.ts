import type { ReplyOf } from '@city-mint/api-contract/endpoints';

/** The user's team, its status and what is missing to the next. */
export type Team = ReplyOf<'GET /api/biz/team'>;
/** A direct referral. */
export type Direct = ReplyOf<'POST /api/biz/directs'>['items'][number];
/** The text that binds an inviter once it is signed, and what it leads to, line by line. */
export type BindingText = ReplyOf<'POST /api/app/user/confirmMessage'> & { readonly superior: string };
/** Whom the user signed for last as an inviter, and why they were not bound; null while that is under way. */
export type AskedBinding = NonNullable<Team['binding']>;

/** Returns the inviter who is being bound; null where none is. */
export function pendingInviter({ binding }: Pick<Team, 'binding'>): string | null {
  return binding !== null && binding.refusal === null ? binding.superior : null;
}
