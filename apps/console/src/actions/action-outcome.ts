import type { ReplyOf } from '@city-mint/api-contract/endpoints';

/** What became of an action: applied, or proposed for a second operator. */
export type ActionOutcome = ReplyOf<'POST /api/ops/proposals/reject'>;

/** A signed request whose answer is not known yet: it is sent again, never signed again. */
export type SentRequest = { readonly requestId: string; readonly issuedAt: number };
