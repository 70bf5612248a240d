import { type IsOperator, signedAt } from './known-operators.ts';
import type { LogEntryFault, LogEntryVerdict, OperatorLogEntry } from './verify-log-entry.ts';

/** The verdict that a reader sees: who signed, or what does not agree and where. */
export type ShownVerdict =
  | { readonly kind: 'agrees'; readonly signers: readonly string[] }
  | {
      readonly kind: 'differs';
      readonly fault: LogEntryFault['kind'] | 'stranger' | 'repeated';
      /** The field that differs, or the address that is no operator. */
      readonly place: string;
    };

type Judging = {
  /** Undefined until the signatures of an entry are verified. */
  readonly verdictOf: (entry: OperatorLogEntry) => LogEntryVerdict | undefined;
  /** Null where no operators are known. */
  readonly isOperator: IsOperator | null;
};

/**
 * Returns the verdicts by entry, in the same order; undefined for those that are not verified yet. Two entries with the
 * same signature are both refused, since one of them is made up.
 */
export function judgeEntries(
  entries: readonly OperatorLogEntry[],
  { verdictOf, isOperator }: Judging,
): readonly (ShownVerdict | undefined)[] {
  const uses = new Map<string, number>();
  for (const entry of entries) uses.set(requestOf(entry), (uses.get(requestOf(entry)) ?? 0) + 1);
  return entries.map((entry) => {
    const verdict = verdictOf(entry);
    if (verdict === undefined) return undefined;
    const { fault } = verdict;
    if (fault !== null) {
      return { kind: 'differs', fault: fault.kind, place: fault.kind === 'differs' ? fault.field : '' };
    }
    const stranger = verdict.signers.find((signer) => isOperator?.(signer, signedAt(entry)) === false);
    if (stranger !== undefined) return { kind: 'differs', fault: 'stranger', place: stranger };
    if ((uses.get(requestOf(entry)) ?? 0) > 1) return { kind: 'differs', fault: 'repeated', place: '' };
    return { kind: 'agrees', signers: verdict.signers };
  });
}

/** The signed id, which an operator uses once. */
function requestOf({ signed }: OperatorLogEntry): string {
  return `${String(signed.message['operator'])} ${String(signed.message['requestId'])}`;
}
