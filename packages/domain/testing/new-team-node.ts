import { ZERO } from '../src/money/token-amount.ts';
import type { TeamNode } from '../src/team/roll-up.ts';

/** A member without an inviter, a team or an order. */
export function newTeamNode(id: number): TeamNode<number> {
  return {
    id,
    inviterId: null,
    hasJoined: false,
    directCount: 0,
    joinedDirectCount: 0,
    teamCount: 0,
    ownPerformance: ZERO,
    teamPerformance: ZERO,
    largestLeg: ZERO,
  };
}
