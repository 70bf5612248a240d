import type { Database } from '#platform/database/database.ts';
import type { Thresholds } from '../../member.ts';
import { listPendingGrants, setGrantsApplied } from '../../store/grants.ts';
import { loadMembers, loadMembersAfter } from '../../store/members.ts';
import { advanceStatusProgress, type RollUpProgress } from '../../store/roll-up-progress.ts';
import { saveMembers } from './save-members.ts';

/** Grants of one transaction at most. */
const GRANTS_PER_STEP = 10_000;
/** Members of one transaction at most. */
const MEMBERS_PER_STEP = 50_000;

/**
 * Applies the operator's next grants to the statuses; the newest of each kind counts. Returns false when there are
 * none.
 */
export async function applyGrants(tx: Database, thresholds: Thresholds): Promise<boolean> {
  const pendingGrants = await listPendingGrants(tx, GRANTS_PER_STEP);
  if (pendingGrants.length === 0) return false;
  const userIds = new Set(pendingGrants.map(({ userId }) => userId));
  const members = new Map((await loadMembers(tx, userIds)).map((member) => [member.id, member]));
  for (const { userId, nodeType, rewardLevel } of pendingGrants) {
    const member = members.get(userId);
    if (member === undefined) throw new Error(`the grant to user ${userId} has no member row`);
    members.set(userId, {
      ...member,
      grantedType: nodeType ?? member.grantedType,
      rewardLevel: rewardLevel ?? member.rewardLevel,
    });
  }
  await saveMembers(tx, thresholds, { members: [...members.values()], columns: ['granted_type', 'reward_level'] });
  await setGrantsApplied(
    tx,
    pendingGrants.map(({ id }) => id),
  );
  return true;
}

/** Computes the next statuses where the thresholds have changed. Returns false when all are by the newest ones. */
export async function refreshStatuses(
  tx: Database,
  thresholds: Thresholds & { readonly version: number },
  { statusVersion, statusAfter }: RollUpProgress,
): Promise<boolean> {
  const hasNewThresholds = statusVersion < thresholds.version;
  if (!hasNewThresholds && statusAfter === null) return false;
  const previousUser = hasNewThresholds ? 0n : (statusAfter ?? 0n);
  const members = await loadMembersAfter(tx, { after: previousUser, limit: MEMBERS_PER_STEP });
  await saveMembers(tx, thresholds, { members, columns: [] });
  const lastUser = members.length < MEMBERS_PER_STEP ? null : (members.at(-1)?.id ?? null);
  await advanceStatusProgress(tx, { version: thresholds.version, after: lastUser });
  return true;
}
