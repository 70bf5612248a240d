import { setTimeout as sleep } from 'node:timers/promises';
import { createDatabase } from '@city-mint/server/platform/database/database';
import { fundReserveOnce, publishMissingPhases } from './seed.ts';

/** Simulates the operator of the local system: keeps a phase running in every city, and the reserve funded. */
const url = process.env['DATABASE_URL'];
if (url === undefined) throw new Error('DATABASE_URL is missing');

const db = createDatabase({ url, role: 'city_mint_worker', maxConnections: 1 });
let isEnding = false;
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => (isEnding = true));
while (!isEnding) {
  for (const city of await publishMissingPhases(db, Date.now())) console.log(`published the next phase of ${city}`);
  await fundReserveOnce(db);
  await sleep(1_000);
}
await db.destroy();
