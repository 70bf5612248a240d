import type { Database } from '../database/database.ts';
import type { Cursor } from './store.ts';

/** How far each source was read, and why its reading was halted. */
export async function listCursors(db: Database): Promise<Cursor[]> {
  return db.selectFrom('chain_cursor').selectAll().orderBy('source').execute();
}
