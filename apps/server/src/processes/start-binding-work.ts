import type { Logger } from 'pino';
import type { Config } from '#platform/config/settings.ts';
import { createDatabase, type DatabaseSettings } from '#platform/database/database.ts';
import type { Timer, Timers } from '#platform/jobs/timers.ts';
import { decideAutoMints } from '#rounds/auto-mint/decide-requests.ts';
import type { SignatureChain } from '#session/verify-signature.ts';
import { bindInviters } from '#team/jobs.ts';

/** Requests are notified; this interval is for lost notifications and retries. */
const BINDINGS_MS = 500;

type BindingWork = {
  readonly timers: Timers;
  readonly config: Pick<Config, 'CHAIN_ID'>;
  readonly connection: DatabaseSettings;
  readonly log: Logger;
  /** The chain client that verifies the signatures of contract wallets. */
  readonly chain: SignatureChain;
};

/**
 * Schedules the bindings to inviters and the settings of auto-mint that participants signed, over separate connections.
 * Returns the timer to wake, and a function that closes its connections.
 */
export function startBindingWork(work: BindingWork): Timer & { end(): Promise<void> } {
  const { timers, config, connection, log, chain } = work;
  const db = createDatabase({ ...connection, name: 'bindings', maxConnections: 4 });
  const deps = { db, log, chain, chainId: config.CHAIN_ID };
  const timer = timers.everyMs('bindings', BINDINGS_MS, async (signal) => {
    await Promise.all([bindInviters(deps, signal), decideAutoMints(deps, signal)]);
  });
  return { ...timer, end: () => db.destroy() };
}
