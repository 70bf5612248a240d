import type { ReplyOf } from '@city-mint/api-contract/endpoints';

/** A round as the list has it. */
export type ListedRound = ReplyOf<'POST /api/ops/rounds'>['items'][number];
/** A round with all that is read of it. */
export type RoundDetail = ReplyOf<'POST /api/ops/rounds/detail'>;
/** An order of a round. */
export type RoundOrder = ReplyOf<'POST /api/ops/rounds/orders'>['items'][number];
