import { DEV_CITIES } from '@city-mint/devnet/cities';
import { DEV_OPERATORS, fundReserveOnce, type OperatorPair, signInOperator } from '@city-mint/devnet/operators';
import { waitUntil } from '@city-mint/devnet/wait-until';
import { DAY_MS } from '@city-mint/domain/time/durations';
import { createDatabase } from '@city-mint/server/platform/database/database';
import { addCity } from '@city-mint/server/rounds/offers/commands';
import type { Address } from 'viem';
import { asRole } from '../../setup/as-role.ts';
import { publishSigned } from './publish-signed.ts';
import { CHAIN_ID } from './system-addresses.ts';
import { testPlan } from './test-plan.ts';

type StartedSystem = { readonly databaseUrl: string; readonly opsUrl: string; readonly vault: Address };

/**
 * Has two operators fund the reserve, once the funding of the vault is credited, and publishes a plan. Its round opens
 * after all tests, so that terms are always on offer, and the disclosure that is derived from them does not change.
 */
export async function publishFirstOffer({ databaseUrl, opsUrl, vault }: StartedSystem): Promise<void> {
  const place = { opsUrl, page: opsUrl, chainId: CHAIN_ID, vault };
  const [first, second] = DEV_OPERATORS;
  const operators: OperatorPair = [await signInOperator(first, place), await signInOperator(second, place)];
  // Until the process that performs their actions has started, they are refused.
  const isFunded = () => fundReserveOnce(operators).catch(() => false);
  const db = createDatabase({ ...asRole(databaseUrl, 'city_mint_operator'), maxConnections: 1 });
  try {
    if (!(await waitUntil(isFunded, 60_000))) throw new Error('the vault was not credited');
    const city = 'London';
    const names = DEV_CITIES.find(({ name }) => name === city)?.names;
    await addCity(db, { name: city, ...(names && { names }), latitude: 51.51, longitude: -0.13 });
    await publishSigned(db, testPlan({ city, quota: '1000', leadMs: DAY_MS }), vault);
  } finally {
    await db.destroy();
  }
}
