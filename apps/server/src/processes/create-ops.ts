import type { EndpointKey } from '@city-mint/api-contract/endpoints';
import { SHARED_AGE_MS } from '@city-mint/api-contract/shared-age';
import type pg from 'pg';
import type { Logger } from 'pino';
import { createWorkerQueue } from '#operator/commands/ask-worker.ts';
import { findRole } from '#operator/queries/operators.ts';
import { operatorRoutes } from '#operator/routes.ts';
import { OPERATOR_ANSWER_CHANNEL } from '#operator/store/requests.ts';
import { operatorOf } from '#platform/config/operator-of.ts';
import type { Config } from '#platform/config/settings.ts';
import { databaseOver } from '#platform/database/database.ts';
import { createMetrics } from '#platform/http/create-metrics.ts';
import { createServer } from '#platform/http/create-server.ts';
import type { Handlers } from '#platform/http/handler.ts';
import { listen } from '#platform/jobs/listen.ts';
import { createSharedAnswers } from '#platform/shared-answers.ts';
import { createAuthenticator } from '#session/create-authenticator.ts';
import { createOperatorSessionReader } from '#session/queries/sessions.ts';
import { describeRefusal } from '#texts/describe-refusal.ts';
import { databaseCheck } from './monitoring.ts';
import { serverSettings } from './server-settings.ts';
import { planLimitsOf } from './start-operator-work.ts';

/** The calls of operators. */
type OperatorKey = Extract<EndpointKey, `${string} /api/ops/${string}`>;

export type OpsDeps = {
  readonly config: Config;
  readonly logger: Logger;
  /** Connections as the role city_mint_ops. */
  readonly pool: pg.Pool;
  /** URL of the database for the connection that waits for the workers' answers. */
  readonly listenUrl: string;
  /** Maximum age of answers that are the same for all operators, in milliseconds; half a second by default. */
  readonly sharedAgeMs?: number;
};

/**
 * Returns the API of operators over its connections, which the caller closes; not yet listening. It answers no call of
 * a participant, like the participants' API answers none of an operator.
 */
export async function createOps({ config, logger, pool, listenUrl, sharedAgeMs = SHARED_AGE_MS }: OpsDeps) {
  const db = databaseOver(pool);
  const configured = config.OPERATOR_ADDRESSES;
  const metrics = createMetrics('ops');
  metrics.watchPool('main', pool);
  const worker = createWorkerQueue(db);
  const { share, forget } = createSharedAnswers({ maximumAgeMs: sharedAgeMs });
  const handlers: Handlers<OperatorKey> = operatorRoutes({
    db,
    share,
    // The acting operator immediately sees the result.
    worker: { ask: (...asked) => worker.ask(...asked).finally(forget) },
    configured,
    planLimits: planLimitsOf(config),
    onRead: (reading) => logger.info(reading, 'an operator read a participant'),
    operator: operatorOf(config),
    pageOrigin: config.PAGE_ORIGIN ?? null,
    signIn: { signInDomains: config.SIGN_IN_DOMAINS, chainId: config.CHAIN_ID },
  });
  const readSessions = createOperatorSessionReader(
    {
      db,
      touchDb: db,
      onTouchError: (error) => logger.warn({ err: error }, 'last use of sessions was not recorded'),
    },
    async (address) => (await findRole(db, configured, address)) !== null,
  );
  const server = await createServer({
    handlers,
    authenticate: createAuthenticator(readSessions),
    describeRefusal,
    readiness: { database: databaseCheck(db) },
    metrics,
    logger,
    // The console signs with browser wallets and connects only to this process.
    settings: { ...serverSettings(config, { webDist: config.CONSOLE_DIST }), pageConnects: [] },
  });
  const listener = listen({
    ...{ url: listenUrl, db, log: logger, observe: metrics.watchListener },
    channels: { [OPERATOR_ANSWER_CHANNEL]: worker.wake },
  });
  server.addHook('onClose', () => listener.stop());
  return server;
}
