import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';
import { type AssetsChain, readPoolReserves } from './queries.ts';

/**
 * Records what the JU/FMC pool holds now, at most once a minute for all workers together; nothing while the node does
 * not answer. Samples older than 35 days are deleted.
 */
export async function samplePrice(db: Database, chain: AssetsChain): Promise<void> {
  const reserves = await readPoolReserves(chain);
  if (reserves === null) return;
  await sql`
    insert into price_sample (at, ju, fmc)
    select date_trunc('minute', now()), ${reserves.ju.toString()}::numeric, ${reserves.fmc.toString()}::numeric
    on conflict (at) do nothing`.execute(db);
  await sql`delete from price_sample where at < now() - interval '35 days'`.execute(db);
}
