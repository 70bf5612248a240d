/** The roles of operators; each includes the permissions of those before it. */
export const OPERATOR_ROLES = ['viewer', 'operator', 'approver'] as const;
/** A viewer reads; an operator also acts where one signature is enough, and proposes; an approver also confirms. */
export type OperatorRole = (typeof OPERATOR_ROLES)[number];

/** The roles that an action can take: a viewer takes none. */
export type ActingRole = Exclude<OperatorRole, 'viewer'>;

/** The role that confirms what another operator proposed, and rejects it. */
export const CONFIRMING_ROLE: ActingRole = 'approver';

/** Returns whether an operator of a role may do what takes the role `needed`. */
export function hasRole(role: OperatorRole, needed: OperatorRole): boolean {
  return OPERATOR_ROLES.indexOf(role) >= OPERATOR_ROLES.indexOf(needed);
}
