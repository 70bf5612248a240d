import { setTimeout as sleep } from 'node:timers/promises';
import { createDatabase } from '@city-mint/server/platform/database/database';
import { fundReserveOnce, publishMissingPhases } from '../seed.ts';

/** The operator of the local system: publishes a phase in every city without one, and funds the reserve. */
const url = process.env['DATABASE_URL'];
if (url === undefined) throw new Error('DATABASE_URL is not set');

const db = createDatabase({ url, role: 'city_mint_worker', maxConnections: 1 });
let isEnding = false;
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => (isEnding = true));
while (!isEnding) {
  for (const city of await publishMissingPhases(db, Date.now())) console.log(`published the next phase of ${city}`);
  await fundReserveOnce(db);
  await sleep(1_000);
}
await db.destroy();
