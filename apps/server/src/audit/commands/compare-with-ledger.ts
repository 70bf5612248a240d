import type { Database } from '#platform/database/database.ts';
import type { Finding } from '../checks/kind-check.ts';
import { compareBalances } from '../checks/own-balances.ts';
import { listReviewed, recordFindings } from './findings.ts';

/**
 * Compares the balances of the ledger's next accounts with the auditor's, and records those that differ, unless people
 * have reviewed them. Returns the new findings and the last compared account, null at the end.
 */
export async function compareWithLedger(
  db: Database,
  after: bigint,
): Promise<{ readonly findings: readonly Finding[]; readonly last: bigint | null }> {
  const { findings, last } = await compareBalances(db, after);
  if (findings.length === 0) return { findings, last };
  const reviewed = await listReviewed(db);
  const open = findings.filter(({ subject }) => !reviewed.has(subject));
  await recordFindings(db, open);
  return { findings: open, last };
}
