import type { ReplyOf } from '@city-mint/api-contract/endpoints';

export type BoardName = ReplyOf<'GET /api/app/leaderboard'>['board'];
export type BoardPeriod = ReplyOf<'GET /api/app/leaderboard'>['period'];

/** The leaderboards and their periods, in display order. */
export const BOARD_NAMES: readonly BoardName[] = ['mint', 'recommendation', 'liquidation'];
export const BOARD_PERIODS: readonly BoardPeriod[] = ['today', 'week', 'month', 'all'];
