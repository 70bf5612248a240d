import type { LogEntryVerdict, OperatorLogEntry } from './verify-log-entry.ts';

/** Actions that change the list of operators, as the log names them once they are done. */
export const LIST_ACTIONS: readonly string[] = ['operators/add', 'operators/role', 'operators/remove'];

/** Returns whether an address was an operator who acts, just before a time in UTC milliseconds. */
export type IsOperator = (address: string, at: number) => boolean;

type Verified = { readonly entry: OperatorLogEntry; readonly verdict: LogEntryVerdict };
type Change = { readonly at: number; readonly address: string; readonly acts: boolean };

/**
 * Returns the operators: those that a build lists, changed by the verified entries of `LIST_ACTIONS` that two operators
 * of then signed. A server that leaves out the removal of an operator is not noticed.
 */
export function knownOperators(listed: readonly string[], verified: readonly Verified[]): IsOperator {
  const names = new Set(listed.map(lower));
  const changes: Change[] = [];
  const isOperator: IsOperator = (address, at) => {
    const last = changes.findLast((change) => change.address === lower(address) && change.at < at);
    return last === undefined ? names.has(lower(address)) : last.acts;
  };
  const oldestFirst = verified.toSorted((one, other) => signedAt(one.entry) - signedAt(other.entry));
  for (const { entry, verdict } of oldestFirst) {
    const at = signedAt(entry);
    if (!LIST_ACTIONS.includes(entry.action) || verdict.fault !== null || verdict.signers.length < 2) continue;
    if (!verdict.signers.every((signer) => isOperator(signer, at))) continue;
    const { action, address, role } = entry.signed.message;
    // The account of a viewer reads only.
    changes.push({ at, address: lower(String(address)), acts: action !== 'operators/remove' && role !== 'viewer' });
  }
  return isOperator;
}

/** Returns when the operator signed an entry, UTC milliseconds. */
export function signedAt({ at, signed }: OperatorLogEntry): number {
  const time = Date.parse(String(signed.message['issuedAt']));
  return Number.isNaN(time) ? at : time;
}

const lower = (address: string) => address.toLowerCase();
