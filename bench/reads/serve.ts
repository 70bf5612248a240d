import { readConfig } from '@city-mint/server/platform/config/read-config';
import { createPool, type DatabaseRole } from '@city-mint/server/platform/database/database';
import { createLogger } from '@city-mint/server/platform/log/create-logger';
import { openStandbyPools } from '@city-mint/server/platform/standbys/standby-pools';
import { createApi } from '@city-mint/server/processes/create-api';
import { createOps } from '@city-mint/server/processes/create-ops';
import { createPublicClient, custom } from 'viem';
import { apiEnvironment } from '../measure/start-api.ts';
import { OPERATOR } from './world-size.ts';

/** Where the two processes' calls are answered. */
export type Served = { readonly api: string; readonly ops: string };

/** Reads the metrics of both. */
export const METRICS_TOKEN = 'token of the benchmark';

/** The owner's URL of the database, and of those that reads may use. */
export type ServeOrder = { readonly databaseUrl: string; readonly readUrls?: readonly string[] };

// As a separate process, with production settings and connections, and a node that answers immediately.
if (import.meta.main) {
  process.once('message', (order: ServeOrder) => {
    void serve(order).then((served) => process.send?.(served));
  });
  process.once('disconnect', () => process.exit(0));
}

async function serve({ databaseUrl, readUrls = [] }: ServeOrder): Promise<Served> {
  const config = readConfig({ ...apiEnvironment(databaseUrl, 1), OPERATOR_ADDRESSES: OPERATOR, METRICS_TOKEN });
  const logger = createLogger({ name: 'bench', level: 'warn' });
  const connections = (role: DatabaseRole, maxConnections: number) =>
    createPool({ url: databaseUrl, role, maxConnections });
  const api = await createApi({
    ...{ config, logger, listenUrl: databaseUrl, chain: nodeAtOnce() },
    pool: connections('city_mint_api', config.DATABASE_CONNECTIONS),
    joinPool: connections('city_mint_api', 4),
    sessionPool: connections('city_mint_api', 2),
    writePool: connections('city_mint_api', 4),
    moneyPool: connections('city_mint_api', 3),
    readDatabases: readUrls.map((url) =>
      openStandbyPools(url, { role: 'city_mint_api', maxConnections: config.DATABASE_CONNECTIONS }),
    ),
  });
  const ops = await createOps({
    ...{ config, logger, listenUrl: databaseUrl },
    pool: connections('city_mint_ops', 10),
  });
  const listenOn = (server: typeof ops) => server.listen({ host: '127.0.0.1', port: 0 });
  return { api: await listenOn(api), ops: await listenOn(ops) };
}

/** A node on which every wallet holds a million and every contract answers one word. */
function nodeAtOnce() {
  const request = async () => `0x${(10n ** 24n).toString(16).padStart(64, '0')}`;
  return createPublicClient({ transport: custom({ request }, { retryCount: 0 }) });
}
