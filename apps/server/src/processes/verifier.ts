import { createAgreedNode } from '#platform/chain/agreed-node.ts';
import { createNodeWatch } from '#platform/chain/node-watch.ts';
import { createRpcNodes } from '#platform/chain/rpc-node.ts';
import { configOrExit } from '#platform/config/config-or-exit.ts';
import { directUrl } from '#platform/config/direct-url.ts';
import { createDatabase } from '#platform/database/database.ts';
import { createFence } from '#platform/database/fence.ts';
import { listen } from '#platform/jobs/listen.ts';
import { createTimers } from '#platform/jobs/timers.ts';
import { createProcessMetrics } from '#platform/metrics/process-metrics.ts';
import { notifyReady } from '#platform/process/notify-ready.ts';
import { AUTO_MINT_REQUEST_CHANNEL } from '#rounds/auto-mint/requests.ts';
import { observeAutoMintRequests } from '#rounds/metrics.ts';
import { SIGN_IN_REQUEST_CHANNEL } from '#session/store/sign-in-requests.ts';
import { observeInviterRequests } from '#team/metrics.ts';
import { INVITER_REQUEST_CHANNEL } from '#team/store/inviter-requests.ts';
import { monitorUntilSignal } from './monitoring.ts';
import { startBindingWork } from './start-binding-work.ts';
import { startLogger } from './start-logger.ts';
import { startSignInWork } from './start-sign-in-work.ts';
import { watchDatabase } from './watch-database.ts';

/**
 * `npm run verifier`: verifies what wallets signed for sign-ins and bindings that the api only requests, with a login
 * that no other process has. Any number of instances run in parallel.
 */
const config = configOrExit(process, 'verifier');
const log = await startLogger('verifier', config);
const fence = createFence(config.DATABASE_POSITION_FILE);
const metrics = createProcessMetrics('verifier');
const connection = {
  url: config.DATABASE_URL,
  fence,
  role: 'city_mint_verifier',
  onConnectionError: (error: Error) => log.warn({ err: error }, 'a database connection was lost'),
  watch: metrics.watchPool,
} as const;
const db = createDatabase({ ...connection, maxConnections: 2 });
watchDatabase(config, { dbs: [db], fence, log });
const nodes = createRpcNodes({ urls: [config.RPC_URL, ...config.WITNESS_RPC_URLS], timeoutMs: 5_000 });
const chain = createAgreedNode({
  nodes,
  chainId: config.CHAIN_ID,
  confirmations: config.FINALITY_CONFIRMATIONS,
  watch: createNodeWatch({ names: nodes.map(({ name }) => name), log }),
  at: 'final',
});
const timers = createTimers({ log, observer: metrics.jobs });
const bindingWork = startBindingWork({ timers, config, connection, log, chain });
const signInWork = startSignInWork({ timers, config, connection, log, chain });
const listener = listen({
  ...{ url: directUrl(config), db, observe: metrics.watchListener },
  channels: {
    [INVITER_REQUEST_CHANNEL]: bindingWork.wake,
    [AUTO_MINT_REQUEST_CHANNEL]: bindingWork.wake,
    [SIGN_IN_REQUEST_CHANNEL]: signInWork.wake,
  },
  log,
});
observeInviterRequests(metrics.registry, db);
observeAutoMintRequests(metrics.registry, db);
await monitorUntilSignal({
  ...{ config, metrics, log, db, timers, listener },
  endOthers: () => Promise.all([bindingWork.end(), signInWork.end()]),
});
log.info('verifying signatures');
notifyReady();
