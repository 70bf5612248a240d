import type { Database } from '../../platform/database/database.ts';
import type { Member } from '../member.ts';
import { standingOf, type Thresholds } from '../standing-of.ts';
import { insertStandingChanges, saveMembers } from '../store/members.ts';

/** Saves members with the standing that their figures come to; a standing that changed is kept as a row of its own. */
export async function saveChanged(tx: Database, members: readonly Member[], thresholds: Thresholds): Promise<void> {
  const now = members.map((member) => standingOf(member, thresholds));
  await saveMembers(tx, now);
  await insertStandingChanges(
    tx,
    now.filter((member, index) => hasChanged(member, members[index])),
  );
}

function hasChanged(now: Member, before: Member | undefined): boolean {
  return (
    before === undefined ||
    now.nodeType !== before.nodeType ||
    now.performanceLevel !== before.performanceLevel ||
    now.teamLevel !== before.teamLevel
  );
}
