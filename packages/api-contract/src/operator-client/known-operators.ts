import { CONFIRMING_ROLE, hasRole, OPERATOR_ROLES, type OperatorRole } from '../operator/operator-roles.ts';
import type { LogEntryVerdict, OperatorLogEntry } from './verify-log-entry.ts';

/** Actions that change the list of operators, as the log names them once they are done. */
export const LIST_ACTIONS: readonly string[] = ['operators/add', 'operators/role', 'operators/remove'];

/** Returns whether an address was an operator who acts, just before a time in UTC milliseconds. */
export type IsOperator = (address: string, at: number) => boolean;

type Verified = { readonly entry: OperatorLogEntry; readonly verdict: LogEntryVerdict };
/** From a time on an address has a role; null: it is removed. */
type Change = { readonly at: number; readonly address: string; readonly role: OperatorRole | null };

/**
 * Returns the operators: those that a build lists, changed by the verified entries of `LIST_ACTIONS` that two operators
 * of then signed, each with the role that confirms. Listed operators have it until an entry changes it. Any other entry
 * changes nothing. A server that leaves out the removal of an operator is not noticed.
 */
export function knownOperators(listed: readonly string[], verified: readonly Verified[]): IsOperator {
  const names = new Set(listed.map(lower));
  const changes: Change[] = [];
  const hadRole = (address: string, at: number, needed: OperatorRole) => {
    const last = changes.findLast((change) => change.address === lower(address) && change.at < at);
    if (last === undefined) return names.has(lower(address));
    return last.role !== null && hasRole(last.role, needed);
  };
  const oldestFirst = verified.toSorted((one, other) => signedAt(one.entry) - signedAt(other.entry));
  for (const { entry, verdict } of oldestFirst) {
    const at = signedAt(entry);
    if (!LIST_ACTIONS.includes(entry.action) || verdict.fault !== null || verdict.signers.length < 2) continue;
    if (!verdict.signers.every((signer) => hadRole(signer, at, CONFIRMING_ROLE))) continue;
    const { address } = entry.signed.message;
    changes.push({ at, address: lower(String(address)), role: roleIn(entry) });
  }
  // The account of a viewer reads only.
  return (address, at) => hadRole(address, at, 'operator');
}

/** Returns the role that an operator has after an entry of `LIST_ACTIONS`; null: none, the operator is removed. */
export function roleIn({ signed }: { readonly signed: Pick<OperatorLogEntry['signed'], 'message'> }) {
  return OPERATOR_ROLES.find((name) => name === signed.message['role']) ?? null;
}

/** Returns when the operator signed an entry, UTC milliseconds. */
export function signedAt({ at, signed }: OperatorLogEntry): number {
  const time = Date.parse(String(signed.message['issuedAt']));
  return Number.isNaN(time) ? at : time;
}

const lower = (address: string) => address.toLowerCase();
