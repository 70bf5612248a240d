import type { Logger } from 'pino';
import type { Config } from '#platform/config/settings.ts';
import { createDatabase, type DatabaseSettings } from '#platform/database/database.ts';
import type { Timer, Timers } from '#platform/jobs/timers.ts';
import { createSignInVerifier } from '#session/commands/verify-sign-ins.ts';
import type { SignatureChain } from '#session/verify-signature.ts';

/** Requests are notified; this interval is for lost notifications and expired leases. */
const SIGN_INS_MS = 500;

type SignInWork = {
  readonly timers: Timers;
  readonly config: Pick<Config, 'CHAIN_ID' | 'SIGN_IN_DOMAINS'>;
  readonly connection: DatabaseSettings;
  readonly log: Logger;
  /** The chain client that verifies the signatures of contract wallets. */
  readonly chain: SignatureChain;
};

/**
 * Schedules the sign-ins that participants requested, over separate connections. Returns the timer to wake, and a
 * function that waits for the current ones and closes its connections.
 */
export function startSignInWork({
  timers,
  config,
  connection,
  log,
  chain,
}: SignInWork): Timer & { end(): Promise<void> } {
  // One takes requests while the other opens sessions.
  const db = createDatabase({ ...connection, name: 'sign-ins', maxConnections: 2 });
  const signIn = { signInDomains: config.SIGN_IN_DOMAINS, chainId: config.CHAIN_ID };
  const verifier = createSignInVerifier({ db, chain, signIn, log });
  const timer = timers.everyMs('sign-ins', SIGN_INS_MS, verifier.run);
  return {
    ...timer,
    async end() {
      await verifier.idle();
      await db.destroy();
    },
  };
}
