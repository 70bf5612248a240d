import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';
import type { Finding } from '../checks/kind-check.ts';

/** Stores findings, each subject once; resolves afterwards. */
export async function recordFindings(db: Database, findings: readonly Finding[]): Promise<void> {
  if (findings.length === 0) return;
  await sql`
    insert into audit.finding (subject, kind, expected, found)
    select * from unnest(${findings.map(({ subject }) => subject)}::text[], ${findings.map(({ kind }) => kind)}::text[],
      ${findings.map(({ expected }) => expected)}::text[], ${findings.map(({ found }) => found)}::text[])
    on conflict (subject) do nothing`.execute(db);
}

/** Returns the subjects of reviewed findings. */
export async function listReviewed(db: Database): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ subject: string }>`
    select subject from audit.finding where reviewed_at is not null`.execute(db);
  return new Set(rows.map(({ subject }) => subject));
}
