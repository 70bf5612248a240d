import { createDatabase } from '#platform/database/database.ts';
import { migrate } from '#platform/database/migrate.ts';
import { inTransaction } from '#platform/database/transaction.ts';
import { seedQuestions } from '#texts/commands/seed-questions.ts';

/**
 * Brings the database at `url` to the newest schema and, where it is new, writes what a system starts with. Returns the
 * names of the schema's files that were applied.
 */
export async function prepareDatabase({ url }: { readonly url: string }): Promise<string[]> {
  const applied = await migrate({ url });
  const db = createDatabase({ url, maxConnections: 1 });
  try {
    await inTransaction(db, seedQuestions);
  } finally {
    await db.destroy();
  }
  return applied;
}
