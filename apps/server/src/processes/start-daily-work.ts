import type { Logger } from 'pino';
import { createExchangeClient } from '#miner/exchange/exchange-client.ts';
import { runMining, sendDueGrants } from '#miner/jobs.ts';
import type { Config } from '#platform/config/settings.ts';
import { createDatabase, type DatabaseSettings } from '#platform/database/database.ts';
import type { Timers } from '#platform/jobs/timers.ts';

const MINING_MS = 1_000;
const GRANTS_MS = 1_000;
/** One part of a mining day pays up to 50,000 machines. */
const DAY_TIMEOUT_MS = 300_000;

type DailyWork = {
  readonly timers: Timers;
  readonly config: Config;
  readonly connection: DatabaseSettings;
  readonly log: Logger;
};

/** Mining days, hash power claimed without asking, and the grants to the exchange; over connections of its own. */
export function startDailyWork({ timers, config, connection, log }: DailyWork): { end(): Promise<void> } {
  const db = createDatabase({ ...connection, name: 'mining', maxConnections: 2, statementTimeoutMs: DAY_TIMEOUT_MS });
  timers.everyMs('mining', MINING_MS, (signal) => runMining(db, signal));
  const { EXCHANGE_URL: url, EXCHANGE_KEY: key } = config;
  if (url === undefined || key === undefined) {
    log.warn('no EXCHANGE_URL: grants of hash power wait');
  } else {
    const grantsDb = createDatabase({ ...connection, name: 'grants', maxConnections: 4 });
    const send = createExchangeClient({ url, key });
    timers.everyMs('grants', GRANTS_MS, async (signal) => {
      const acknowledged = await sendDueGrants({ db: grantsDb, send, log }, signal);
      if (acknowledged > 0) log.info({ acknowledged }, 'the exchange acknowledged grants');
    });
    return { end: async () => void (await Promise.all([db.destroy(), grantsDb.destroy()])) };
  }
  return { end: () => db.destroy() };
}
