import type { Database } from '#platform/database/database.ts';
import { findTeam, type Team } from '../store/teams.ts';

/**
 * A user's standing and figures, kept up as orders settle: one row is read. docs/money-rules.md#8-team-nodes-levels.
 */
export async function readTeam(db: Database, userId: bigint): Promise<Team> {
  return findTeam(db, userId);
}
