import type { PhasePlan } from '@city-mint/domain/rounds/phase-plan';
import { createDatabase } from '@city-mint/server/platform/database/database';
import { addCity } from '@city-mint/server/rounds/offers/commands';
import { expect } from '@playwright/test';
import { asRole } from '../../setup/as-role.ts';
import { publishSigned } from './publish-signed.ts';
import { systemAddresses } from './system-addresses.ts';
import { dataOf, systemClient } from './system-client.ts';
import { type PlanSettings, testPlan } from './test-plan.ts';

export type OpenRound = {
  readonly roundId: string;
  readonly cityId: string;
  readonly city: string;
  readonly termsHash: string;
  /** UTC milliseconds. */
  readonly closesAt: number;
};

/**
 * Publishes a plan in a new city, by itself or as `publish` does, and waits until the worker has opened its first
 * round. Returns the round.
 */
export async function openRound(
  settings: PlanSettings,
  publish?: (plan: PhasePlan) => Promise<void>,
): Promise<OpenRound> {
  const { databaseUrl, contracts } = systemAddresses();
  const city = `${settings.city} ${crypto.randomUUID().slice(0, 4)}`;
  const db = createDatabase({ ...asRole(databaseUrl, 'city_mint_operator'), maxConnections: 1 });
  await addCity(db, { name: city, latitude: 10, longitude: 20 });
  const plan = testPlan({ ...settings, city });
  await (publish === undefined ? publishSigned(db, plan, contracts.vault) : publish(plan));
  await db.destroy();

  const client = systemClient();
  // The list of cities is at most half a second old.
  const findCity = async () =>
    dataOf(await client.call('GET /api/app/warehouses', {})).cities.find(({ name }) => name === city)?.cityId;
  await expect.poll(findCity, { intervals: [100] }).toBeDefined();
  const cityId = await findCity();
  if (cityId === undefined) throw new Error(`${city} is not there`);
  return findOpenRound({ cityId, city });
}

/** Waits until the worker has opened a round in a city. Returns the round. */
export async function findOpenRound({ cityId, city }: Pick<OpenRound, 'cityId' | 'city'>): Promise<OpenRound> {
  const client = systemClient();
  const latest = async () => dataOf(await client.call('POST /api/app/last/crowdfund', { cityId }));
  await expect.poll(async () => (await latest()).round?.state, { intervals: [50] }).toBe('open');
  const { round, termsHash } = await latest();
  if (round === null || termsHash === null) throw new Error('an open round has terms');
  return { roundId: round.roundId, cityId, city, termsHash, closesAt: round.closesAt };
}
