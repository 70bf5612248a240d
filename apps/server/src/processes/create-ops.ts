import type { EndpointKey } from '@city-mint/api-contract/endpoints';
import { tokenAmount } from '@city-mint/domain/money/token-amount';
import type pg from 'pg';
import type { Logger } from 'pino';
import { isOperator } from '#operator/queries/operators.ts';
import { operatorRoutes } from '#operator/routes.ts';
import type { Config } from '#platform/config/settings.ts';
import { databaseOver } from '#platform/database/database.ts';
import { createMetrics } from '#platform/http/create-metrics.ts';
import { createServer } from '#platform/http/create-server.ts';
import type { Handlers } from '#platform/http/handler.ts';
import { createAuthenticator } from '#session/create-authenticator.ts';
import { createOperatorSessionReader } from '#session/queries/sessions.ts';
import { describeRefusal } from '#texts/describe-refusal.ts';
import { databaseCheck } from './monitoring.ts';
import { serverSettings } from './server-settings.ts';

/** The calls of operators. */
type OperatorKey = Extract<EndpointKey, `${string} /api/ops/${string}`>;

export type OpsDeps = {
  readonly config: Config;
  readonly logger: Logger;
  /** Connections as the role city_mint_operator. */
  readonly pool: pg.Pool;
};

/**
 * The API of operators over its connections; not yet listening. Whoever made the connections closes them. It answers no
 * call of a participant, as the participants' API answers none of an operator.
 */
export async function createOps({ config, logger, pool }: OpsDeps) {
  const db = databaseOver(pool);
  const configured = config.OPERATOR_ADDRESSES;
  const metrics = createMetrics('ops');
  metrics.watchPool('main', pool);
  const handlers: Handlers<OperatorKey> = operatorRoutes({
    db,
    operatorDb: db,
    configured,
    chainId: config.CHAIN_ID,
    planLimits: planLimitsOf(config),
    signIn: { signInDomains: config.SIGN_IN_DOMAINS, chainId: config.CHAIN_ID },
  });
  const readSessions = createOperatorSessionReader(
    {
      db,
      touchDb: db,
      onTouchError: (error) => logger.warn({ err: error }, 'last use of sessions was not recorded'),
    },
    (address) => isOperator(db, configured, address),
  );
  return createServer({
    handlers,
    authenticate: createAuthenticator(readSessions),
    describeRefusal,
    readiness: { database: databaseCheck(db) },
    metrics,
    logger,
    settings: serverSettings(config, { webDist: undefined }),
  });
}

/** In production participants have an hour between a plan's publication and its first opening. */
const PLAN_NOTICE_MS = 3_600_000;

function planLimitsOf(config: Config) {
  return {
    mintPerJuMaximum: tokenAmount(BigInt(config.MINT_PER_JU_MAXIMUM) * 10n ** 18n),
    noticeMs: config.NODE_ENV === 'production' ? PLAN_NOTICE_MS : 0,
  };
}
