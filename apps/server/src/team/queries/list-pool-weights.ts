import { NODE_WEIGHTS } from '@city-mint/domain/team/node-type';
import { LEVEL_WEIGHTS } from '@city-mint/domain/team/team-level';
import type { Database } from '../../platform/database/database.ts';
import { findStandings } from '../store/teams.ts';

/**
 * Who has a weight in the nodes or in the levels pool now, in the order of their ids: at most `limit` after the user `afterUser`, with
 * weights above 0. rules.md section 8.
 */
export async function listPoolWeights(
  db: Database,
  { pool, ...page }: { readonly pool: 'nodes' | 'levels'; readonly afterUser: bigint; readonly limit: number },
): Promise<{ readonly userId: bigint; readonly weight: number }[]> {
  const standings = await findStandings(db, { ...page, pool });
  return standings.map(({ userId, nodeType, teamLevel }) => ({
    userId,
    weight: pool === 'nodes' ? NODE_WEIGHTS[nodeType] : LEVEL_WEIGHTS[teamLevel],
  }));
}
