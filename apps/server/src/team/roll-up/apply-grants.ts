import type { Database } from '#platform/database/database.ts';
import type { Thresholds } from '../member-status-of.ts';
import { listGrants, markGrants } from '../store/grants.ts';
import { loadMembers } from '../store/members.ts';
import { saveChanged } from './save-changed.ts';

/** Grants of one transaction at most. */
const MOST = 10_000;

/** Brings the operator's next grants into the standings; the newest of each kind counts. False when there are none. */
export async function applyGrants(tx: Database, thresholds: Thresholds): Promise<boolean> {
  const grants = await listGrants(tx, MOST);
  if (grants.length === 0) return false;
  const users = new Set(grants.map(({ userId }) => userId));
  const members = new Map((await loadMembers(tx, users)).map((member) => [member.id, member]));
  for (const { userId, nodeType, rewardLevel } of grants) {
    const member = members.get(userId);
    if (member === undefined) throw new Error(`the grant to ${userId} is to nobody`);
    members.set(userId, {
      ...member,
      grantedType: nodeType ?? member.grantedType,
      rewardLevel: rewardLevel ?? member.rewardLevel,
    });
  }
  await saveChanged(tx, thresholds, { members: [...members.values()], columns: ['granted_type', 'reward_level'] });
  await markGrants(
    tx,
    grants.map(({ id }) => id),
  );
  return true;
}
