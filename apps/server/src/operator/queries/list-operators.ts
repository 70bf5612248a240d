import type { Database } from '#platform/database/database.ts';
import { listAccounts } from '../store.ts';

/** Who may operate now; `addedAt` null = by the configuration alone. */
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
