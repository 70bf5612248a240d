import { judgeEntries, type ShownVerdict } from '@city-mint/api-contract/operator-client/judge-entries';
import { knownOperators } from '@city-mint/api-contract/operator-client/known-operators';
import {
  faultInWords,
  type OperatorLogEntry,
  type SignedSystem,
  verifyLogEntry,
} from '@city-mint/api-contract/operator-client/verify-log-entry';
import { findRoleFaults } from '@city-mint/api-contract/operator-client/verify-log-roles';
import { Disagreement, Unverified } from '../disagreement.ts';
import { findGaps } from './find-gaps.ts';
import { entryInWords } from './read-entry.ts';

type Verified = {
  /** The whole log, newest first. */
  readonly entries: readonly OperatorLogEntry[];
  readonly system: SignedSystem;
  /** The operators that the reader knows of, 0x hex. */
  readonly operators: readonly string[];
};

/**
 * Verifies each signature of the log of operators, by the same code as the page /operatorLog, whether the entries fit
 * together, and whether each operator had the role for it, by the entries before that have no fault. Returns lines that
 * say who signed. Throws a Disagreement that names the first entry with a fault and its field, and an Unverified for a
 * log without entries.
 */
export async function verifyOperators({ entries, system, operators }: Verified): Promise<string[]> {
  if (entries.length === 0) throw new Unverified('the log has no entry');
  const verified = [];
  for (const entry of entries) verified.push({ entry, verdict: await verifyLogEntry(entry, system) });
  const isOperator = knownOperators(operators, verified);
  const verdictBy = new Map(verified.map(({ entry, verdict }) => [entry, verdict]));
  const verdicts = judgeEntries(entries, { verdictOf: (entry) => verdictBy.get(entry), isOperator });
  const gaps = findGaps(entries);
  const ownFaults = entries.map((entry, index) => faultOf(verdicts[index]) ?? gaps.get(entry));
  const roleFaults = findRoleFaults(entries.filter((_, index) => ownFaults[index] === undefined).reverse());
  const faults = entries.flatMap((entry, index) => {
    const fault = ownFaults[index] ?? roleFaults.get(entry.logId);
    return fault === undefined ? [] : [`${entryInWords(entry)}: ${fault}`];
  });
  const [first] = faults;
  const more = faults.length > 1 ? `; ${faults.length} entries differ` : '';
  if (first !== undefined) throw new Disagreement(`${first}${more}`);
  return [
    `agrees: ${entries.length} entries, each as operators signed it for chain ${system.chainId}, vault ${system.vault}`,
    ...countSigned(verdicts).map(([signer, count]) => `${signer} signed ${count}`),
    'entries that were left out are found only where another one names them',
  ];
}

function faultOf(verdict: ShownVerdict | undefined): string | undefined {
  if (verdict?.kind !== 'differs') return undefined;
  const { fault, place } = verdict;
  if (fault === 'stranger') return `operator: ${place} is none that you named, and no two operators added it before`;
  if (fault === 'repeated') return 'requestId: another entry has the same';
  return faultInWords(fault === 'differs' ? { kind: fault, field: place } : { kind: fault });
}

function countSigned(verdicts: readonly (ShownVerdict | undefined)[]): [string, number][] {
  const counts = new Map<string, number>();
  for (const verdict of verdicts)
    for (const signer of verdict?.kind === 'agrees' ? verdict.signers : [])
      counts.set(signer, (counts.get(signer) ?? 0) + 1);
  return [...counts];
}
