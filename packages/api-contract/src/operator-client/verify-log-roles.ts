import { CONFIRMING_ROLE, hasRole, type OperatorRole } from '../operator/operator-roles.ts';
import { LIST_ACTIONS, roleIn } from './known-operators.ts';
import type { OperatorLogEntry } from './verify-log-entry.ts';

/** The fields of a log entry that verify the roles of operators. */
export type RoleEntry = Pick<OperatorLogEntry, 'logId' | 'operator' | 'proposedBy' | 'action' | 'proposalId'> & {
  readonly signed: Pick<OperatorLogEntry['signed'], 'message'>;
};

/**
 * Returns the fault of each entry whose operator had too low a role, or changed operators alone, by its id. `entries`
 * are those of the log whose signatures are valid, oldest first. Earlier ones without a fault set the roles. An
 * operator never added is from the configuration, which the log does not show, and counts as an approver until an entry
 * says otherwise.
 */
export function findRoleFaults(entries: Iterable<RoleEntry>): Map<string, string> {
  const roles = new Map<string, OperatorRole | null>();
  const proposers = new Map<string, string>();
  const faults = new Map<string, string>();
  for (const entry of entries) {
    const { logId, operator, action, proposalId, signed } = entry;
    const who = operator.toLowerCase();
    const role = roles.has(who) ? (roles.get(who) ?? null) : CONFIRMING_ROLE;
    const needed = neededRole(entry, proposers);
    const fault = roleFault(role, needed) ?? (isByOne(entry) ? 'it takes two operators, and one signed it' : undefined);
    if (fault !== undefined) {
      faults.set(logId, fault);
      continue;
    }
    if (action.startsWith('propose ') && proposalId !== null) proposers.set(proposalId, operator);
    if (LIST_ACTIONS.includes(action)) roles.set(String(signed.message['address']).toLowerCase(), roleIn(entry));
  }
  return faults;
}

function roleFault(role: OperatorRole | null, needed: OperatorRole): string | undefined {
  if (role === null) return 'its operator had been removed';
  return hasRole(role, needed) ? undefined : `it takes the role ${needed}, and its operator had ${role}`;
}

/** A server can state a proposal as done: the signature is the same. */
function isByOne({ action, proposedBy }: RoleEntry): boolean {
  return LIST_ACTIONS.includes(action) && proposedBy === null;
}

function neededRole(
  { action, operator, proposedBy, proposalId }: RoleEntry,
  proposers: ReadonlyMap<string, string>,
): OperatorRole {
  // Every operator can be refused, for example because of the role.
  if (action.startsWith('refuse ')) return 'viewer';
  if (proposedBy !== null) return CONFIRMING_ROLE;
  if (action.startsWith('reject ')) return proposers.get(proposalId ?? '') === operator ? 'operator' : CONFIRMING_ROLE;
  return roleOf(action.replace(/^propose /, ''));
}

/** Returns the role that an action takes, or its proposal, by its name; a test compares it with the declarations. */
export function roleOf(action: string): OperatorRole {
  return LIST_ACTIONS.includes(action) ? CONFIRMING_ROLE : 'operator';
}
