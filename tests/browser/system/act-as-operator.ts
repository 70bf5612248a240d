import { createDatabase } from '../../../apps/server/src/platform/database/database.ts';
import { addCity } from '../../../apps/server/src/rounds/commands/add-city.ts';
import { publishPlan } from '../../../apps/server/src/rounds/commands/publish-plan.ts';
import { fundReserveOnce } from '../../../devnet/seed.ts';
import { waitUntil } from '../../../devnet/wait-until.ts';
import { testPlan } from './test-plan.ts';

const DAY_MS = 86_400_000;

/**
 * What an operator does before the first visitor comes: fills the reserve, once the vault's funding has been credited, and publishes a plan.
 * Its round opens after all tests, so that there are always terms on offer, and the disclosure made from them stays the same.
 */
export async function actAsOperator(databaseUrl: string): Promise<void> {
  const db = createDatabase({ url: databaseUrl, role: 'city_mint_worker', maxConnections: 1 });
  try {
    if (!(await waitUntil(() => fundReserveOnce(db), 60_000))) throw new Error('the vault was not credited');
    const city = 'London';
    await addCity(db, { name: city, latitude: 51.51, longitude: -0.13 });
    await publishPlan(db, testPlan({ city, quota: '1000', leadMs: DAY_MS }));
  } finally {
    await db.destroy();
  }
}
