import { createDatabase } from '@city-mint/server/platform/database/database';
import { advanceRound } from '@city-mint/server/rounds/lifecycle/commands';
import { payDuePart } from '@city-mint/server/rounds/settlement/commands';

/**
 * A worker that only opens and settles rounds, in chunks of CHUNK_SIZE orders, so that a test can kill it within any of
 * them. It takes every due step in DATABASE_URL, two parts of an opening or a settlement at a time as the worker does,
 * prints a line after each step, and runs until it is killed.
 */
const db = createDatabase({
  url: process.env['DATABASE_URL'] ?? '',
  role: 'city_mint_worker',
  maxConnections: 3,
  statementTimeoutMs: 60_000,
});
const chunkSize = Number(process.env['CHUNK_SIZE']);
console.log('ready');

async function repeat(step: () => Promise<string | undefined>): Promise<never> {
  for (;;) {
    const line = await step();
    if (line === undefined) await new Promise((resolve) => setTimeout(resolve, 10));
    else console.log(line);
  }
}

await Promise.all([
  repeat(async () => {
    const moved = await advanceRound(db, { chunkSize, opensOnTwo: true });
    return moved === undefined ? undefined : `${moved.roundId} ${moved.from}`;
  }),
  repeat(async () => ((await payDuePart(db)) ? 'part' : undefined)),
]);
