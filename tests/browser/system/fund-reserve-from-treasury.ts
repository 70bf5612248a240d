import { createDatabase } from '../../../apps/server/src/platform/database/database.ts';
import { fundReserveOnce } from '../../../devnet/seed.ts';
import { waitUntil } from '../../../devnet/wait-until.ts';

/** Fills the reserve as an operator would, once the indexer has credited the vault's funding. */
export async function fundReserveFromTreasury(databaseUrl: string): Promise<void> {
  const db = createDatabase({ url: databaseUrl, role: 'city_mint_worker', maxConnections: 1 });
  const isFunded = await waitUntil(() => fundReserveOnce(db), 60_000);
  await db.destroy();
  if (!isFunded) throw new Error('the funding of the vault was not credited');
}
