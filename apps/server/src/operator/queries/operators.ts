import type { Database } from '#platform/database/database.ts';
import { isAddedOperator, listAccounts } from '../store.ts';

/** Returns whether an address (EIP-55) is an operator: one of the configuration, or one that operators added. */
export async function isOperator(db: Database, configured: readonly string[], address: string): Promise<boolean> {
  return configured.includes(address) || isAddedOperator(db, address);
}

/** Returns the current operators; `addedAt` is in UTC milliseconds, null for those of the configuration. */
export async function listOperators(
  db: Database,
  configured: readonly string[],
): Promise<{ address: string; configured: boolean; addedAt: number | null }[]> {
  const added = await listAccounts(db);
  return [
    ...configured.map((address) => ({ address, configured: true, addedAt: null })),
    ...added
      .filter(({ address }) => !configured.includes(address))
      .map(({ address, added_at }) => ({ address, configured: false, addedAt: added_at.getTime() })),
  ];
}
