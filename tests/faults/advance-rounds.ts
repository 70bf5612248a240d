import { createDatabase } from '../../apps/server/src/platform/database/database.ts';
import { advanceRound } from '../../apps/server/src/rounds/commands/advance-round.ts';

/**
 * A worker of rounds alone, in parts as small as CHUNK_SIZE says, so that a test can end it within any of them: takes every step that is due
 * on DATABASE_URL, writes a line after each, goes on until it is killed.
 */
const db = createDatabase({
  url: process.env['DATABASE_URL'] ?? '',
  role: 'city_mint_worker',
  maxConnections: 1,
  statementTimeoutMs: 60_000,
});
const chunkSize = Number(process.env['CHUNK_SIZE']);
console.log('ready');
for (;;) {
  const moved = await advanceRound(db, { chunkSize });
  if (moved === undefined) await new Promise((resolve) => setTimeout(resolve, 10));
  else console.log(`${moved.roundId} ${moved.from}`);
}
