import { createAgreedNode } from '#platform/chain/agreed-node.ts';
import { createNodeWatch } from '#platform/chain/node-watch.ts';
import { createRpcNodes } from '#platform/chain/rpc-node.ts';
import { configOrExit } from '#platform/config/config-or-exit.ts';
import { directUrl } from '#platform/config/direct-url.ts';
import { createPool, databaseOver } from '#platform/database/database.ts';
import { createFence } from '#platform/database/fence.ts';
import { notifyReady } from '#platform/process/notify-ready.ts';
import { stopOnSignal } from '#platform/process/stop-on-signal.ts';
import { openStandbyPools } from '#platform/standbys/standby-pools.ts';
import { createApi } from './create-api.ts';
import { startLogger } from './start-logger.ts';
import { watchDatabase } from './watch-database.ts';

/** `npm run api`: answers the calls of participants until it is stopped. Any number of instances run in parallel. */
const config = configOrExit(process, 'api');
const logger = await startLogger('api', config);
const fence = createFence(config.DATABASE_POSITION_FILE);
if (config.NODE_ENV === 'production' && config.SECURITY_CONTACT === undefined) {
  logger.warn('no SECURITY_CONTACT: /.well-known/security.txt is not served');
}
const connections = (maxConnections: number) =>
  createPool({
    url: config.DATABASE_URL,
    fence,
    role: 'city_mint_api',
    maxConnections,
    onConnectionError: (error) => logger.warn({ err: error }, 'a database connection was lost'),
  });
const pool = connections(config.DATABASE_CONNECTIONS);
// One batch of joins runs per round: four rounds have a connection each at the same time.
const joinPool = connections(4);
// Two queries look up sessions in parallel.
const sessionPool = connections(2);
const writePool = connections(4);
// Withdrawal requests wait for each other, each holding a connection.
const moneyPool = connections(3);
const readDatabases = config.READ_DATABASE_URLS.map((url) =>
  openStandbyPools(url, {
    role: 'city_mint_api',
    maxConnections: config.DATABASE_CONNECTIONS,
    onConnectionError: (error) => logger.debug({ err: error }, 'a connection for reads was lost'),
  }),
);
const nodes = createRpcNodes({ urls: [config.RPC_URL, ...config.WITNESS_RPC_URLS], timeoutMs: 5_000 });
const [displayNode] = nodes;
if (displayNode === undefined) throw new Error('no chain node is configured');
const chain = createAgreedNode({
  nodes,
  chainId: config.CHAIN_ID,
  confirmations: config.FINALITY_CONFIRMATIONS,
  watch: createNodeWatch({ names: nodes.map(({ name }) => name), log: logger }),
  at: 'final',
});
const server = await createApi({
  ...{ config, logger, pool, joinPool, sessionPool, writePool, moneyPool, readDatabases },
  listenUrl: directUrl(config),
  chain,
  displayNode,
});

stopOnSignal(logger, async () => {
  await server.close();
  const ofStandbys = readDatabases.flatMap(({ readers, watch }) => [readers, watch]);
  await Promise.all([pool, joinPool, sessionPool, writePool, moneyPool, ...ofStandbys].map((each) => each.end()));
});
watchDatabase(config, { dbs: [databaseOver(pool)], fence, log: logger });
const address = await server.listen({ host: config.HOST, port: config.PORT });
logger.info({ address }, 'listening');
notifyReady();
