import { createDatabase } from '@city-mint/server/platform/database/database';
import { advanceRound } from '@city-mint/server/rounds/lifecycle/commands';
import { payTokens } from '@city-mint/server/rounds/settlement/commands';

/**
 * A worker of rounds alone, in parts as small as CHUNK_SIZE says, so that a test can end it within any of them: takes every step that is due
 * on DATABASE_URL, tokens beside coins as the worker does, writes a line after each, goes on until it is killed.
 */
const db = createDatabase({
  url: process.env['DATABASE_URL'] ?? '',
  role: 'city_mint_worker',
  maxConnections: 2,
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
    const moved = await advanceRound(db, { chunkSize });
    return moved === undefined ? undefined : `${moved.roundId} ${moved.from}`;
  }),
  repeat(async () => ((await payTokens(db)) ? 'tokens' : undefined)),
]);
