import { OPERATOR_REQUEST_CHANNEL } from '#operator/store/requests.ts';
import { configOrExit } from '#platform/config/config-or-exit.ts';
import { directUrl } from '#platform/config/direct-url.ts';
import { createDatabase } from '#platform/database/database.ts';
import { createFence } from '#platform/database/fence.ts';
import { listen } from '#platform/jobs/listen.ts';
import { createTimers } from '#platform/jobs/timers.ts';
import { createProcessMetrics } from '#platform/metrics/process-metrics.ts';
import { notifyReady } from '#platform/process/notify-ready.ts';
import { monitorUntilSignal } from './monitoring.ts';
import { startLogger } from './start-logger.ts';
import { startOperatorWork } from './start-operator-work.ts';
import { watchDatabase } from './watch-database.ts';

/**
 * `npm run operator`: verifies and performs the actions that operators signed, with a login and a role that no other
 * process has. Any number of instances run in parallel.
 */
const config = configOrExit(process, 'operator');
const log = await startLogger('operator', config);
const fence = createFence(config.DATABASE_POSITION_FILE);
const metrics = createProcessMetrics('operator');
const db = createDatabase({
  url: config.DATABASE_URL,
  fence,
  role: 'city_mint_operator',
  maxConnections: 3,
  onConnectionError: (error) => log.warn({ err: error }, 'a database connection was lost'),
  watch: metrics.watchPool,
});
watchDatabase(config, { dbs: [db], fence, log });
const timers = createTimers({ log, observer: metrics.jobs });
const work = startOperatorWork({ timers, config, operatorDb: db, log });
const listener = listen({
  ...{ url: directUrl(config), db, log, observe: metrics.watchListener },
  channels: { [OPERATOR_REQUEST_CHANNEL]: work.wake },
});
await monitorUntilSignal({ config, metrics, log, db, timers, listener });
log.info('performing actions that operators sign');
notifyReady();
