import type { ReplyOf } from '@city-mint/api-contract/endpoints';

/** What the overview shows. */
export type Overview = ReplyOf<'POST /api/ops/overview'>;
