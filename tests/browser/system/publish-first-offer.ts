import { DEV_CITIES } from '@city-mint/devnet/cities';
import { fundReserveOnce } from '@city-mint/devnet/seed';
import { waitUntil } from '@city-mint/devnet/wait-until';
import { DAY_MS } from '@city-mint/domain/time/durations';
import { createDatabase } from '@city-mint/server/platform/database/database';
import { addCity, publishPlan } from '@city-mint/server/rounds/offers/commands';
import { asRole } from '../../setup/as-role.ts';
import { testPlan } from './test-plan.ts';

/**
 * Funds the reserve, once the funding of the vault is credited, and publishes a plan. Its round opens after all tests,
 * so that terms are always on offer, and the disclosure that is derived from them does not change.
 */
export async function publishFirstOffer(databaseUrl: string): Promise<void> {
  const db = createDatabase({ ...asRole(databaseUrl, 'city_mint_operator'), maxConnections: 1 });
  try {
    if (!(await waitUntil(() => fundReserveOnce(db), 60_000))) throw new Error('the vault was not credited');
    const city = 'London';
    const names = DEV_CITIES.find(({ name }) => name === city)?.names;
    await addCity(db, { name: city, ...(names && { names }), latitude: 51.51, longitude: -0.13 });
    await publishPlan(db, testPlan({ city, quota: '1000', leadMs: DAY_MS }));
  } finally {
    await db.destroy();
  }
}
