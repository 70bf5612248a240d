import type { Logger } from 'pino';
import { createAccountClient } from '#miner/exchange/account-client.ts';
import { createExchangeClient } from '#miner/exchange/exchange-client.ts';
import { confirmAccounts, runMining, sendDueGrants } from '#miner/jobs.ts';
import type { Config } from '#platform/config/settings.ts';
import { createDatabase, type DatabaseSettings } from '#platform/database/database.ts';
import type { Timers } from '#platform/jobs/timers.ts';
import { runPools } from '#rewards/jobs.ts';
import type { SignatureChain } from '#session/verify-signature.ts';
import { createTreeCache } from '#team/commands/roll-up/tree-cache.ts';
import { runTeam } from '#team/jobs.ts';

const MINING_MS = 1_000;
const GRANTS_MS = 1_000;
const TEAM_MS = 1_000;
const POOLS_MS = 1_000;
/** One step pays up to 50,000 machines or users, or rolls up to 100,000 orders up the tree. */
const STEP_TIMEOUT_MS = 300_000;

type DailyWork = {
  readonly timers: Timers;
  readonly config: Config;
  readonly connection: DatabaseSettings;
  readonly log: Logger;
};

/**
 * Schedules mining days, hash power claims, and grants and accounts at the exchange, over separate connections; returns
 * a function that closes them.
 */
export function startMiningWork({
  timers,
  config,
  connection,
  log,
  chain,
}: DailyWork & {
  /** The chain client that verifies the signatures of contract wallets. */
  readonly chain: SignatureChain;
}): { end(): Promise<void> } {
  const db = createDatabase({ ...connection, name: 'mining', maxConnections: 2, statementTimeoutMs: STEP_TIMEOUT_MS });
  timers.everyMs('mining', MINING_MS, (signal) => runMining(db, signal));
  const { EXCHANGE_URL: url, EXCHANGE_KEY: key } = config;
  if (url === undefined || key === undefined) {
    log.warn('no EXCHANGE_URL: grants of hash power and accounts to be confirmed wait');
    return { end: () => db.destroy() };
  }
  const grantsDb = createDatabase({ ...connection, name: 'grants', maxConnections: 4 });
  const send = createExchangeClient({ url, key });
  const confirm = createAccountClient({ url, key });
  timers.everyMs('accounts', GRANTS_MS, async (signal) => {
    await confirmAccounts({ db: grantsDb, confirm, log, chain, chainId: config.CHAIN_ID }, signal);
  });
  timers.everyMs('grants', GRANTS_MS, async (signal) => {
    const acknowledged = await sendDueGrants({ db: grantsDb, send, log }, signal);
    if (acknowledged > 0) log.info({ acknowledged }, 'the exchange acknowledged grants');
  });
  return { end: async () => void (await Promise.all([db.destroy(), grantsDb.destroy()])) };
}

/**
 * Schedules team figures, leaderboards and the pools that pay by them, over separate connections; returns a function
 * that closes them.
 */
export function startTeamWork({ timers, connection }: Pick<DailyWork, 'timers' | 'connection'>): {
  end(): Promise<void>;
} {
  const db = createDatabase({ ...connection, name: 'team', maxConnections: 2, statementTimeoutMs: STEP_TIMEOUT_MS });
  const cache = createTreeCache();
  timers.everyMs('team', TEAM_MS, async (signal) => void (await runTeam(db, { signal, cache })));
  timers.everyMs('pools', POOLS_MS, (signal) => runPools({ db }, signal));
  return { end: () => db.destroy() };
}
