import { createDatabase } from '#platform/database/database.ts';
import { migrate } from '#platform/database/migrate.ts';
import { inTransaction } from '#platform/database/transaction.ts';
import { seedQuestions } from '#texts/commands/seed-questions.ts';

/** No caller waits for these writes, so they may take long on a busy machine. */
const LIMIT_MS = 600_000;

/**
 * Updates the database at `url` to the newest schema and, if it is new, inserts the initial content. Returns the names
 * of the applied schema files.
 */
export async function prepareDatabase({ url }: { readonly url: string }): Promise<string[]> {
  const applied = await migrate({ url });
  const limits = { waitMs: LIMIT_MS, connectTimeoutMs: LIMIT_MS, statementTimeoutMs: LIMIT_MS };
  const db = createDatabase({ url, maxConnections: 1, ...limits });
  try {
    await inTransaction(db, seedQuestions);
  } finally {
    await db.destroy();
  }
  return applied;
}
