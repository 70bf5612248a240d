import { createDatabase } from '#platform/database/database.ts';
import { migrate } from '#platform/database/migrate.ts';
import { inTransaction } from '#platform/database/transaction.ts';
import { seedQuestions } from '#texts/commands/seed-questions.ts';

/**
 * Updates the database at `url` to the newest schema and, if it is new, inserts the initial content. Returns the names
 * of the applied schema files.
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
