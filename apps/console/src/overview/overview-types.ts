import type { ReplyOf } from '@city-mint/api-contract/endpoints';

export type Overview = ReplyOf<'POST /api/ops/overview'>;
