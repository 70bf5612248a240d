import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from './database.ts';

const ATTEMPTS = 4;
/** Serialization failure and deadlock: the database undid the transaction, so it can be tried again as a whole. */
const RETRYABLE = new Set(['40001', '40P01']);
/** Another transaction took a key first and has committed: who looks again sees what stands under it. */
const KEY_TAKEN = '23505';

/**
 * Runs `work` in one transaction, again when the database undid it for a deadlock or a serialization failure (at most three times more).
 * `work` may run several times, so it does nothing outside the database.
 */
export function inTransaction<Result>(db: Database, work: (tx: Database) => Promise<Result>): Promise<Result> {
  return againWhenUndone(() => db.transaction().execute(work));
}

/**
 * Runs what is one transaction by itself, again when the database undid it; see `inTransaction`. With `whenKeyTaken` also when another one
 * took a key first, for work that looks whether its keys stand before it writes them.
 */
export async function againWhenUndone<Result>(
  transact: () => Promise<Result>,
  { whenKeyTaken = false }: { readonly whenKeyTaken?: boolean } = {},
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await transact();
    } catch (error) {
      const code = databaseErrorCode(error) ?? '';
      if (attempt >= ATTEMPTS || !(RETRYABLE.has(code) || (whenKeyTaken && code === KEY_TAKEN))) throw error;
      await sleep(Math.random() * 20 * attempt);
    }
  }
}

/** The SQLSTATE of an error that the database gave, or undefined. */
export function databaseErrorCode(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}
