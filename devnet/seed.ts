import { tokenAmount } from '@city-mint/domain/money/token-amount';
import { setWithdrawalHold } from '@city-mint/server/assets/withdrawals/commands/limit-withdrawals';
import { readBalance } from '@city-mint/server/ledger/accounts/queries';
import { createDatabase, type Database } from '@city-mint/server/platform/database/database';
import { inTransaction } from '@city-mint/server/platform/database/transaction';
import { addCity, publishPlan } from '@city-mint/server/rounds/offers/commands';
import { fundReserve } from '@city-mint/server/rounds/reserve/commands';
import { parseEther } from 'viem';
import { DEV_CITIES, devPlan } from './cities.ts';
import { loginUrl } from './database-logins.ts';

/** First funding of the reserve: small enough that a failed round has losses that it does not cover. */
const RESERVE_FUNDING = tokenAmount(parseEther('500'));

/** Adds the cities to a migrated database; existing ones are left as they are. */
export async function seedDevnet({ databaseUrl }: { databaseUrl: string }): Promise<void> {
  const owner = createDatabase({ url: databaseUrl, maxConnections: 1 });
  const first = await owner.selectFrom('city').select('id').limit(1).executeTakeFirst();
  // On a local system withdrawals to another address need no two-day delay; an operator may turn it on.
  if (first === undefined) await setWithdrawalHold(owner, 0);
  await owner.destroy();
  const role = 'city_mint_worker';
  const db = createDatabase({ url: loginUrl(databaseUrl, role), role, maxConnections: 1 });
  for (const { name, latitude, longitude } of DEV_CITIES) await addCity(db, { name, latitude, longitude });
  await db.destroy();
}

/** Publishes the next phase of every city whose last one has ended. Returns the names of those cities. */
export async function publishMissingPhases(db: Database, now: number): Promise<string[]> {
  const published: string[] = [];
  for (const city of DEV_CITIES) {
    const last = await db
      .selectFrom('phase_plan')
      .innerJoin('city', 'city.id', 'phase_plan.city_id')
      .select(['phase', 'phase_plan.state'])
      .where('city.name', '=', city.name)
      .orderBy('phase', 'desc')
      .limit(1)
      .executeTakeFirst();
    if (last?.state === 'running') continue;
    await publishPlan(db, devPlan(city, { phase: (last?.phase ?? 0) + 1, now }));
    published.push(city.name);
  }
  return published;
}

/** Funds the reserve from the treasury as soon as the treasury is credited. Returns true once the reserve is funded. */
export async function fundReserveOnce(db: Database): Promise<boolean> {
  const earlier = await db.selectFrom('reserve_funding').select('id').limit(1).executeTakeFirst();
  if (earlier !== undefined) return true;
  const treasury = await readBalance(db, { kind: 'treasury', currency: 'JU', owner: 0n });
  if (treasury < RESERVE_FUNDING) return false;
  await inTransaction(db, (tx) => fundReserve(tx, { amount: RESERVE_FUNDING, reason: 'first funding of the reserve' }));
  return true;
}
