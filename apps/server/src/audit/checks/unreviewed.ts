import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';
import type { Finding } from './kind-check.ts';

/** Returns the findings that no one has reviewed: a reviewed source is followed as it is. */
export async function unreviewed(tx: Database, findings: readonly Finding[]): Promise<readonly Finding[]> {
  if (findings.length === 0) return findings;
  const { rows } = await sql<{ subject: string }>`
    select subject from audit.finding
    where reviewed_at is not null and subject = any (${findings.map(({ subject }) => subject)}::text[])`.execute(tx);
  const reviewed = new Set(rows.map(({ subject }) => subject));
  return findings.filter(({ subject }) => !reviewed.has(subject));
}
