import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';

/** A transfer, entry, balance or result that the auditor does not believe, and when it found it. */
export type OpenFinding = {
  readonly subject: string;
  readonly kind: string | null;
  readonly expected: string;
  readonly found: string;
  readonly foundAt: Date;
};

/** Returns the findings that no one has reviewed, oldest first. */
export async function listOpenFindings(db: Database): Promise<readonly OpenFinding[]> {
  const { rows } = await sql<OpenFinding>`
    select subject, kind, expected, found, found_at as "foundAt" from audit.finding
    where reviewed_at is null order by id`.execute(db);
  return rows;
}
