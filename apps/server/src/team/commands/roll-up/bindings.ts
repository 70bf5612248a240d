import { ZERO } from '@city-mint/domain/money/token-amount';
import { rollUp } from '@city-mint/domain/team/roll-up';
import type { Database } from '#platform/database/database.ts';
import type { Thresholds } from '../../member.ts';
import { listPendingBindings, type PendingBinding, setBindingsRolledUp } from '../../store/bindings.ts';
import { loadUpwards } from '../../store/members.ts';
import { addToTeamDay, type DayShare, EMPTY_DAY_SHARE } from '../../store/team-days.ts';
import { saveMembers } from './save-members.ts';

/** Bindings of one transaction at most. */
const BINDINGS_PER_STEP = 50_000;
/** The columns that a binding changes. */
const BINDING_COLUMNS = [
  'inviter_id',
  'direct_count',
  'joined_direct_count',
  'team_count',
  'team_performance',
  'largest_leg',
] as const;

/**
 * Adds the next bindings to the figures: a bound user brings everyone below, with all that they minted. Returns false
 * when there are none. docs/money-rules.md#8-team-nodes-levels
 */
export async function rollUpBindings(tx: Database, thresholds: Thresholds): Promise<boolean> {
  const pendingBindings = await listPendingBindings(tx, BINDINGS_PER_STEP);
  if (pendingBindings.length === 0) return false;
  const inviterOf = new Map(pendingBindings.map(({ userId, inviterId }) => [userId, inviterId]));
  // The rows of the bound users do not name their inviters yet, so the paths upwards begin at both.
  const members = await loadUpwards(tx, [...inviterOf.keys(), ...inviterOf.values()]);
  const nodes = members.map((member) => ({ ...member, inviterId: inviterOf.get(member.id) ?? member.inviterId }));
  const changes = pendingBindings.map(({ userId }) => ({
    id: userId,
    isNewlyBound: true,
    joins: false,
    performance: ZERO,
  }));
  await saveMembers(tx, thresholds, { members: rollUp(nodes, changes), columns: BINDING_COLUMNS });
  for (const [day, shares] of sharesByDay(pendingBindings)) await addToTeamDay(tx, day, shares);
  await setBindingsRolledUp(
    tx,
    pendingBindings.map(({ id }) => id),
  );
  return true;
}

/** The bindings of each inviter, by UTC day. */
function sharesByDay(bindings: readonly PendingBinding[]): Map<string, Map<bigint, DayShare>> {
  const days = new Map<string, Map<bigint, DayShare>>();
  for (const { day, inviterId } of bindings) {
    const shares = days.get(day) ?? new Map<bigint, DayShare>();
    const bound = (shares.get(inviterId)?.bound ?? 0) + 1;
    days.set(day, shares.set(inviterId, { ...EMPTY_DAY_SHARE, bound }));
  }
  return days;
}
