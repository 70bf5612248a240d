import type { UtcDay } from '@city-mint/domain/miner/mining-day';
import { NODE_WEIGHTS } from '@city-mint/domain/team/node-type';
import { LEVEL_WEIGHTS } from '@city-mint/domain/team/team-level';
import type { Database } from '#platform/database/database.ts';
import { awaitProgress } from '../store/progress.ts';
import { findStatusesAtEnd } from '../store/statuses.ts';

export type WeightsPage = {
  readonly pool: 'nodes' | 'levels';
  /** A UTC day that is over, counted from 1970-01-01. */
  readonly day: UtcDay;
  readonly afterUser: bigint;
  readonly limit: number;
};

/**
 * Who had a weight in the nodes or in the levels pool at the end of a UTC day, in the order of their ids: at most `limit` after the user
 * `afterUser`, with weights above 0. Inside a transaction, which keeps standings as they are until it ends. docs/money-rules.md#8-team-nodes-levels.
 */
export async function listPoolWeights(
  tx: Database,
  page: WeightsPage,
): Promise<{ readonly userId: bigint; readonly weight: number }[]> {
  const { pool } = page;
  await awaitProgress(tx);
  const standings = await findStatusesAtEnd(tx, page);
  return standings.map(({ userId, nodeType, teamLevel }) => ({
    userId,
    weight: pool === 'nodes' ? NODE_WEIGHTS[nodeType] : LEVEL_WEIGHTS[teamLevel],
  }));
}
