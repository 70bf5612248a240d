import { configOrExit } from '#platform/config/config-or-exit.ts';
import { directUrl } from '#platform/config/direct-url.ts';
import { createPool, databaseOver } from '#platform/database/database.ts';
import { createFence } from '#platform/database/fence.ts';
import { notifyReady } from '#platform/process/notify-ready.ts';
import { stopOnSignal } from '#platform/process/stop-on-signal.ts';
import { createOps } from './create-ops.ts';
import { startLogger } from './start-logger.ts';
import { watchDatabase } from './watch-database.ts';

/** `npm run ops`: answers the calls of operators until it is stopped, with a separate login and role. */
const config = configOrExit(process, 'ops');
const logger = await startLogger('ops', config);
const fence = createFence(config.DATABASE_POSITION_FILE);
const pool = createPool({
  url: config.DATABASE_URL,
  fence,
  role: 'city_mint_ops',
  maxConnections: config.DATABASE_CONNECTIONS,
  onConnectionError: (error) => logger.warn({ err: error }, 'a database connection was lost'),
});
const server = await createOps({ config, logger, pool, listenUrl: directUrl(config) });

stopOnSignal(logger, async () => {
  await server.close();
  await pool.end();
});
watchDatabase(config, { dbs: [databaseOver(pool)], fence, log: logger });
const address = await server.listen({ host: config.HOST, port: config.PORT });
logger.info({ address }, 'listening');
notifyReady();
