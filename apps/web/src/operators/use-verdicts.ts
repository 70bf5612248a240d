import { judgeEntries, type ShownVerdict } from '@city-mint/api-contract/operator-client/judge-entries';
import { knownOperators } from '@city-mint/api-contract/operator-client/known-operators';
import type {
  LogEntryVerdict,
  OperatorLogEntry,
  SignedSystem,
} from '@city-mint/api-contract/operator-client/verify-log-entry';
import { useQuery } from '@tanstack/react-query';
import { startTransition, useEffect, useMemo, useState } from 'react';
import { proofSettings } from '#proof/proof-settings.ts';
import { operatorChangesQuery, systemQuery } from './operators-queries.ts';
import { startVerifying } from './start-verifying.ts';

/** Verdicts by entry. A reply that differs anywhere is another object, which is verified again. */
const verified = new WeakMap<OperatorLogEntry, LogEntryVerdict>();

export type Verdicts = {
  /** In the order of the entries; undefined for those that are not verified yet. */
  readonly verdicts: readonly (ShownVerdict | undefined)[];
  /** The code, the system or the list of operators could not be fetched. */
  readonly isUnread: boolean;
};

/** Returns the verdicts on entries, which this device verifies one after the other; none for those still to come. */
export function useVerdicts(entries: readonly OperatorLogEntry[]): Verdicts {
  const isListed = proofSettings.operators.length > 0;
  const system = useQuery(systemQuery);
  const changes = useQuery({ ...operatorChangesQuery, enabled: isListed });
  const all = useMemo(() => [...(changes.data ?? []), ...entries], [changes.data, entries]);
  const { round, isFailed } = useVerified(all, system.data);
  const isReady = !isListed || changes.data?.every((entry) => verified.has(entry)) === true;
  // `round` counts the batches: the verdicts themselves are outside of the state.
  const verdicts = useMemo(() => {
    const isOperator = isListed ? knownOperators(proofSettings.operators, withVerdicts(changes.data ?? [])) : null;
    const verdictOf = (entry: OperatorLogEntry) => (isReady && round >= 0 ? verified.get(entry) : undefined);
    return judgeEntries(entries, { verdictOf, isOperator });
  }, [entries, changes.data, isListed, isReady, round]);
  return { verdicts, isUnread: isFailed || system.isError || changes.isError };
}

function withVerdicts(entries: readonly OperatorLogEntry[]) {
  return entries.flatMap((entry) => {
    const verdict = verified.get(entry);
    return verdict === undefined ? [] : [{ entry, verdict }];
  });
}

function useVerified(entries: readonly OperatorLogEntry[], system: SignedSystem | undefined) {
  const [round, setRound] = useState(0);
  const [isFailed, setFailed] = useState(false);
  useEffect(() => {
    if (system === undefined) return undefined;
    const missing = entries.filter((entry) => !verified.has(entry));
    if (missing.length === 0) return undefined;
    let next = 0;
    return startVerifying({ entries: missing, system }, (message) => {
      if (message.kind === 'failed') return setFailed(true);
      for (const verdict of message.verdicts) {
        const entry = missing[next];
        if (entry !== undefined) verified.set(entry, verdict);
        next += 1;
      }
      startTransition(() => setRound((before) => before + 1));
    });
  }, [entries, system]);
  return { round, isFailed };
}
