import type { CallRate } from '@city-mint/api-contract/endpoint';
import { endpoints } from '@city-mint/api-contract/endpoints';
import { SHARED_AGE_MS } from '@city-mint/api-contract/shared-age';
import type pg from 'pg';
import type { Logger } from 'pino';
import type { PublicClient } from 'viem';
import { checkJournal } from '#ledger/journal/queries.ts';
import { observeJournal } from '#ledger/metrics.ts';
import { checkReading, observeCursors } from '#platform/chain/cursors.ts';
import { observeNodes } from '#platform/chain/nodes.ts';
import { operatorOf } from '#platform/config/operator-of.ts';
import type { Config } from '#platform/config/settings.ts';
import { databaseOver } from '#platform/database/database.ts';
import { createEventHub } from '#platform/events/event-hub.ts';
import { createMetrics } from '#platform/http/create-metrics.ts';
import { createServer } from '#platform/http/create-server.ts';
import type { DrawDocument } from '#platform/http/draw-document.ts';
import type { Handlers } from '#platform/http/handler.ts';
import { createAwaitedAnswers } from '#platform/jobs/awaited-answers.ts';
import { listen } from '#platform/jobs/listen.ts';
import type { StandbyPools } from '#platform/standbys/standby-pools.ts';
import { observeAnchors } from '#proof/metrics.ts';
import { checkAnchors } from '#proof/queries/read-anchor-state.ts';
import { treeFileRoute } from '#proof/routes.ts';
import { createRegionRules } from '#regions/queries.ts';
import { AUTO_MINT_ANSWER_CHANNEL } from '#rounds/auto-mint/requests.ts';
import { createJoinMetrics, observeAutoMintRequests } from '#rounds/metrics.ts';
import { createLiveTermsReader } from '#rounds/offers/queries/plans.ts';
import { settlementFileRoutes } from '#rounds/settlement-file/routes.ts';
import { createAuthenticator } from '#session/create-authenticator.ts';
import { createSignInMetrics } from '#session/metrics.ts';
import { createConsentCheck } from '#session/queries/covering.ts';
import { createSessionReader } from '#session/queries/sessions.ts';
import { SESSION_ENDED_CHANNEL } from '#session/store/sessions.ts';
import { SIGN_IN_ANSWER_CHANNEL } from '#session/store/sign-in-requests.ts';
import { observeInviterRequests } from '#team/metrics.ts';
import { INVITER_ANSWER_CHANNEL } from '#team/store/inviter-requests.ts';
import { describeRefusal } from '#texts/describe-refusal.ts';
import { createFirstPicture, type ReadPicture } from './first-picture.ts';
import { liveFeed } from './live-feed.ts';
import { chainCheck, databaseCheck, observeWork } from './monitoring.ts';
import { noticeClicks } from './notice-calls.ts';
import { openReads } from './open-reads.ts';
import { type ParticipantKey, participantHandlers } from './participant-handlers.ts';
import { type PictureReaders, readPictureAnswers } from './picture-answers.ts';
import { serverSettings } from './server-settings.ts';

export type ApiDeps = {
  readonly config: Config;
  readonly logger: Logger;
  /** Connections as the role city_mint_api. */
  readonly pool: pg.Pool;
  /** Connections to each database of the cluster, for reads from those that are standbys; none by default. */
  readonly readDatabases?: readonly StandbyPools[];
  /** Separate connections for joins and their waits, which reads cannot use up. */
  readonly joinPool: pg.Pool;
  /** Separate connections for the sessions of all calls: nothing is written here, so no waiting commit holds one. */
  readonly sessionPool: pg.Pool;
  /** Separate connections for other writes: while commits wait, reads do not. */
  readonly writePool: pg.Pool;
  /**
   * Separate connections for withdrawals and claims, which wait for each other, so that nothing else waits with them.
   */
  readonly moneyPool: pg.Pool;
  /** Answers for the majority of the nodes at the last final block; it verifies contract wallets. */
  readonly chain: PublicClient;
  /** Reads values that are only shown, at the newest block; `chain` by default. */
  readonly displayNode?: PublicClient;
  /** URL of the database for the connection that is notified of ended sessions. */
  readonly listenUrl: string;
  /** Maximum age of answers that are the same for everyone, in milliseconds; half a second by default. */
  readonly sharedAgeMs?: number;
};

/** Returns the API of participants over its connections, which the caller closes; not yet listening. */
export async function createApi(deps: ApiDeps) {
  const { config, logger, pool, joinPool, sessionPool, writePool, moneyPool, chain } = deps;
  const db = databaseOver(pool);
  const writeDb = databaseOver(writePool);
  const metrics = createMetrics('api');
  const pools = { main: pool, joins: joinPool, sessions: sessionPool, writes: writePool, money: moneyPool };
  for (const [name, watched] of Object.entries(pools)) metrics.watchPool(name, watched);
  for (const { name, readers } of deps.readDatabases ?? []) metrics.watchPool(name, readers);
  const requests = [observeInviterRequests, observeAutoMintRequests];
  const gauges = [observeJournal, observeWork, ...requests, observeCursors, observeNodes, observeAnchors];
  for (const observe of gauges) observe(metrics.registry, db);
  const observeJoins = createJoinMetrics(metrics.registry);
  // Joins, reads and writes share the same rules, so that the page shows the rules that apply.
  const bindings = createAwaitedAnswers();
  const verifiers = { ...createAwaitedAnswers(), ...createSignInMetrics(metrics.registry) };
  const shared = { observeJoins, ...createJoinRules(deps), bindings, verifiers, primaryDb: db };
  const reads = openReads(deps, { shared, registry: metrics.registry });
  const events = createEventHub({
    feed: liveFeed(db, { forgetShared: reads.forgetShared }),
    log: logger,
    mostListeners: config.EVENT_LISTENERS,
    mostPerAddress: config.EVENT_LISTENERS_PER_ADDRESS,
  });
  const server = await createServer({
    handlers: byRate(reads.handlers, participantHandlers(deps, { db: writeDb, ...shared, share: reads.share })),
    authenticate: createAuthenticator(
      createSessionReader({
        db: databaseOver(sessionPool),
        touchDb: writeDb,
        onTouchError: (error) => logger.warn({ err: error }, 'last use of sessions was not recorded'),
      }),
      // The session cache requires its queries to run one after the other.
      { mostQueries: 1 },
    ),
    describeRefusal,
    // Joins continue while no node answers and the chain is not read.
    warnings: {
      anchors: () => checkAnchors(db),
      chain: chainCheck(chain, config.CHAIN_ID),
      indexer: () => checkReading(db),
      verifier: verifiers.check,
    },
    readiness: { database: databaseCheck(db), journal: () => checkJournal(db) },
    metrics,
    files: [...settlementFileRoutes(db), treeFileRoute(db)],
    oneClicks: noticeClicks(writeDb),
    events,
    ...(await drawingOf({ webDist: config.WEB_DIST, log: logger, readers: reads.handlers })),
    logger,
    settings: serverSettings(config, { webDist: config.WEB_DIST }),
  });
  const listener = listen({
    ...{ url: deps.listenUrl, db, observe: metrics.watchListener },
    channels: {
      [INVITER_ANSWER_CHANNEL]: bindings.wake,
      [AUTO_MINT_ANSWER_CHANNEL]: bindings.wake,
      [SIGN_IN_ANSWER_CHANNEL]: verifiers.wake,
      [SESSION_ENDED_CHANNEL]: (sessionHash) =>
        void events
          .endSession(sessionHash)
          .catch((error: unknown) => logger.warn({ err: error }, 'the end of sessions is checked later')),
    },
    log: logger,
  });
  server.addHook('onClose', async () => {
    await Promise.all([listener.stop(), reads.stop()]);
  });
  return server;
}

/** The rules of every join, from caches that are refreshed on the connections of joins. */
function createJoinRules({ config, joinPool, sharedAgeMs = SHARED_AGE_MS }: ApiDeps) {
  const db = databaseOver(joinPool);
  return {
    findRegionRule: createRegionRules(db),
    coversDisclosure: createConsentCheck({
      db,
      operator: operatorOf(config),
      readLiveTerms: createLiveTermsReader(db),
      maximumAgeMs: sharedAgeMs,
    }),
  };
}

type Drawing = { webDist: string | undefined; log: Logger; readers: PictureReaders };

/** The renderer of the screens that are the same for every reader. */
async function drawingOf({ webDist, log, readers }: Drawing): Promise<{ drawDocument?: DrawDocument }> {
  const read: ReadPicture = (path, language) => readPictureAnswers(readers, path, language);
  const drawDocument = await createFirstPicture({ webDist, read, log });
  return drawDocument === undefined ? {} : { drawDocument };
}

const READING: ReadonlySet<CallRate> = new Set(['read', 'heavy']);

/** Returns for each call the handler whose connections match its class: reads do not wait for writes. */
function byRate(readers: Handlers<ParticipantKey>, writers: Handlers<ParticipantKey>): Partial<Handlers> {
  const keys = Object.keys(readers).filter((key): key is ParticipantKey => key in readers);
  return Object.fromEntries(keys.map((key) => [key, (READING.has(endpoints[key].rate) ? readers : writers)[key]]));
}
