import { ZERO } from '@city-mint/domain/money/token-amount';
import { rollUp } from '@city-mint/domain/team/roll-up';
import type { Database } from '#platform/database/database.ts';
import type { Thresholds } from '../member-status-of.ts';
import { listBindings, markBindings } from '../store/bindings.ts';
import { loadUpwards } from '../store/members.ts';
import { saveChanged } from './save-changed.ts';

/** Bindings of one transaction at most. */
const MOST = 50_000;
/** What a binding changes. */
const COLUMNS = [
  'inviter_id',
  'direct_count',
  'joined_direct_count',
  'team_count',
  'team_performance',
  'largest_leg',
] as const;

/**
 * Brings the next bindings into the figures: each who was bound takes everyone below along, with all that they minted.
 * False when there are none. docs/money-rules.md#8-team-nodes-levels.
 */
export async function rollUpBindings(tx: Database, thresholds: Thresholds): Promise<boolean> {
  const bindings = await listBindings(tx, MOST);
  if (bindings.length === 0) return false;
  const inviterOf = new Map(bindings.map(({ userId, inviterId }) => [userId, inviterId]));
  // The rows of the bound do not name their inviters yet, so the ways up begin at both.
  const members = await loadUpwards(tx, [...inviterOf.keys(), ...inviterOf.values()]);
  const nodes = members.map((member) => ({ ...member, inviterId: inviterOf.get(member.id) ?? member.inviterId }));
  const changes = bindings.map(({ userId }) => ({ id: userId, isNewlyBound: true, joins: false, performance: ZERO }));
  await saveChanged(tx, thresholds, { members: rollUp(nodes, changes), columns: COLUMNS });
  await markBindings(tx, bindings);
  return true;
}
