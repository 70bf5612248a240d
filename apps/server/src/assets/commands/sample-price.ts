import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';
import type { AssetsChain } from '../queries/read-assets.ts';
import { readPoolReserves } from '../queries/read-pool-reserves.ts';

/** Notes what the JU/FMC pool holds now, at most once a minute however many workers ask; nothing while the chain gives no answer. */
export async function samplePrice(db: Database, chain: AssetsChain): Promise<void> {
  const reserves = await readPoolReserves(chain);
  if (reserves === null) return;
  await sql`
    insert into price_sample (at, ju, fmc)
    select date_trunc('minute', now()), ${reserves.ju.toString()}::numeric, ${reserves.fmc.toString()}::numeric
    on conflict (at) do nothing`.execute(db);
  await sql`delete from price_sample where at < now() - interval '35 days'`.execute(db);
}
