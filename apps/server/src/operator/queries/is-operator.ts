import type { Database } from '#platform/database/database.ts';
import { isAddedOperator } from '../store.ts';

/** Whether an address (EIP-55) may operate now: the configuration names it, or operators added it. */
export async function isOperator(db: Database, configured: readonly string[], address: string): Promise<boolean> {
  return configured.includes(address) || isAddedOperator(db, address);
}
