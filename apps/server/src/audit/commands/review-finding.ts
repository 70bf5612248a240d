import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';

/**
 * Stores the words of people who looked at an open finding: the auditor then follows its subject as it is. Returns
 * whether there was one.
 */
export async function reviewFinding(
  db: Database,
  { subject, words }: { readonly subject: string; readonly words: string },
): Promise<boolean> {
  const { rows } = await sql`
    update audit.finding set reviewed_at = clock_timestamp(), review = ${words}
    where subject = ${subject} and reviewed_at is null returning id`.execute(db);
  return rows.length > 0;
}
