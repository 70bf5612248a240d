import { SIGNATURE_CLOCK_MS } from '@city-mint/api-contract/operator/action-signature';
import type { OperatorLogEntry } from '@city-mint/api-contract/operator-client/verify-log-entry';

/**
 * Returns by entry why it does not fit among the others of a whole log, newest first: its id or its time is not in
 * their order, or the entry of its proposal is missing or another one. Entries are written one at a time; clocks of the
 * servers differ.
 */
export function findGaps(entries: readonly OperatorLogEntry[]): ReadonlyMap<OperatorLogEntry, string> {
  const byId = new Map(entries.map((entry) => [entry.logId, entry]));
  const gaps = new Map<OperatorLogEntry, string>();
  let newer: OperatorLogEntry | undefined;
  for (const entry of entries) {
    const fault = (newer && orderFault(entry, newer)) ?? proposalFault(entry, byId);
    if (fault !== undefined) gaps.set(entry, fault);
    newer = entry;
  }
  return gaps;
}

/** Returns why an entry does not follow a newer one; undefined if it does. */
export function orderFault(entry: OperatorLogEntry, newer: OperatorLogEntry): string | undefined {
  if (BigInt(entry.logId) >= BigInt(newer.logId)) return `logId: it is out of order, after entry ${newer.logId}`;
  if (entry.at <= newer.at + SIGNATURE_CLOCK_MS) return undefined;
  return `at: it is later than that of entry ${newer.logId}, a newer one`;
}

function proposalFault(
  { proposed }: OperatorLogEntry,
  byId: ReadonlyMap<string, OperatorLogEntry>,
): string | undefined {
  if (proposed === null) return undefined;
  const proposing = byId.get(proposed.logId);
  if (proposing === undefined) return `proposed: entry ${proposed.logId}, the proposal, is missing`;
  return proposing.signature === proposed.signature ? undefined : `proposed: entry ${proposed.logId} is another one`;
}
