import type { Database } from '#platform/database/database.ts';
import { readAnchorState } from './read-anchor-state.ts';

/** How long a root may wait until it is final: a chain that is slow or dear for a while is no news. */
const MOST_SECONDS = 3_600;

/** Why roots do not get into the contract Anchors, or null: another root stands there, or nobody sends them. */
export async function checkAnchors(db: Database): Promise<string | null> {
  const { conflicting, waiting, sent, oldestSeconds } = await readAnchorState(db);
  if (conflicting > 0) return `${conflicting} roots are not those that stand in the contract`;
  if (oldestSeconds <= MOST_SECONDS) return null;
  return `${waiting + sent} roots are not anchored, the oldest since ${Math.round(oldestSeconds / 60)} minutes`;
}
