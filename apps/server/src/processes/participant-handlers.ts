import type { EndpointKey } from '@city-mint/api-contract/endpoints';
import type pg from 'pg';
import type { PublicClient } from 'viem';
import { assetsRoutes } from '#assets/routes.ts';
import { readAndCacheMiningTotals } from '#miner/commands/cached-mining.ts';
import { listMinedPayments, readMinedSpans } from '#miner/queries/mined-days.ts';
import { minerRoutes } from '#miner/routes.ts';
import { publicLogRoutes } from '#operator/routes/public-log-routes.ts';
import { createBatcher } from '#platform/batcher.ts';
import { contractAddresses } from '#platform/config/contract-addresses.ts';
import { operatorOf } from '#platform/config/operator-of.ts';
import type { Config } from '#platform/config/settings.ts';
import { type Database, databaseOver } from '#platform/database/database.ts';
import type { Handlers } from '#platform/http/handler.ts';
import type { AwaitedAnswers } from '#platform/jobs/awaited-answers.ts';
import type { ShareRead } from '#platform/shared-answers.ts';
import { readInclusion, readSettlementRoot } from '#proof/queries/read-settlement-proof.ts';
import { sealedJournalRoutes } from '#proof/routes/sealed-journal-routes.ts';
import { proofRoutes } from '#proof/routes.ts';
import type { FindRegionRule } from '#regions/queries.ts';
import { readPoolTotals } from '#rewards/queries/pools.ts';
import { rewardsRoutes } from '#rewards/routes.ts';
import { checkAutoMint } from '#rounds/auto-mint/queries.ts';
import { findSuperiorIds } from '#rounds/inviters/queries.ts';
import type { ObserveJoins } from '#rounds/join/join-request.ts';
import { createLiveTermsReader } from '#rounds/offers/queries/plans.ts';
import { readHeldByRounds } from '#rounds/orders/queries/held-by-rounds.ts';
import { autoMintRoutes } from '#rounds/routes/auto-mint-routes.ts';
import { cityRoutes } from '#rounds/routes/city-routes.ts';
import { roundsRoutes } from '#rounds/routes/rounds-routes.ts';
import type { LoginDeps } from '#session/commands/sign-in.ts';
import type { CoversDisclosure } from '#session/queries/covering.ts';
import { findAddresses } from '#session/queries/users.ts';
import { sessionRoutes } from '#session/routes.ts';
import { statementRoutes } from '#statement/routes.ts';
import { readPrice } from '#swap/prices/queries.ts';
import { swapRoutes } from '#swap/routes.ts';
import { checkBinding } from '#team/queries/check-binding.ts';
import { teamRoutes } from '#team/routes.ts';
import { describeRefusal } from '#texts/describe-refusal.ts';
import { textsRoutes } from '#texts/routes.ts';
import { noticeCalls } from './notice-calls.ts';

/** All calls except those of operators. */
export type ParticipantKey = Exclude<EndpointKey, `${string} /api/ops/${string}`>;

/** The settings of the api's process that its handlers use, and its connections to the primary for joins and money. */
export type HandlerSettings = {
  readonly config: Config;
  readonly joinPool: pg.Pool;
  readonly moneyPool: pg.Pool;
  readonly chain: PublicClient;
  readonly displayNode?: PublicClient;
};

/** Dependencies of the handlers over one database. */
export type HandlerDeps = {
  readonly db: Database;
  /** Where a call stores what it read, such as totals; `db` may be a standby. */
  readonly primaryDb: Database;
  readonly observeJoins: ObserveJoins;
  readonly findRegionRule: FindRegionRule;
  readonly coversDisclosure: CoversDisclosure;
  readonly bindings: AwaitedAnswers;
  readonly verifiers: LoginDeps['verifiers'];
  readonly share: ShareRead;
};

/** Returns the handlers of all declared calls over one database, except those of operators (create-ops.ts). */
export function participantHandlers(
  { config, joinPool, moneyPool, chain, displayNode = chain }: HandlerSettings,
  { db, primaryDb, observeJoins, findRegionRule, coversDisclosure, bindings, verifiers, share }: HandlerDeps,
): Handlers<ParticipantKey> {
  const moneyDb = databaseOver(moneyPool);
  const joinDb = databaseOver(joinPool);
  return {
    ...sessionRoutes({
      db,
      primaryDb,
      operator: operatorOf(config),
      coversDisclosure,
      verifiers,
      signIn: { signInDomains: config.SIGN_IN_DOMAINS, chainId: config.CHAIN_ID },
      // Never shared: a page shows and accepts the current offer, and does not ask again.
      readLiveTerms: createLiveTermsReader(db),
      findSuperior: createSuperiorLookup(db),
      checkAction: async (confirmed, caller) => {
        switch (confirmed.action) {
          case 'bind-inviter':
            return checkBinding({ db, findRegionRule }, { ...caller, superior: confirmed.superior });
          case 'auto-mint':
            return checkAutoMint({ db, findRegionRule }, { ...caller, version: confirmed.version });
          case 'bind-exchange-uid':
            return undefined;
        }
      },
    }),
    ...roundsRoutes({
      db,
      primaryDb,
      share,
      joinPool,
      joinDb,
      findRegionRule,
      coversDisclosure,
      observeJoins,
      readPrice,
      readSettlementRoot: (roundId) => readSettlementRoot(db, roundId),
      readInclusion: (order) => readInclusion(db, order),
    }),
    ...autoMintRoutes({ db, chain, decisions: bindings, findRegionRule, coversDisclosure }),
    ...noticeCalls(config, db),
    ...cityRoutes({ db, share }),
    ...assetsRoutes({
      db,
      moneyDb,
      node: displayNode,
      chainId: config.CHAIN_ID,
      addresses: contractAddresses(config),
      confirmations: config.FINALITY_CONFIRMATIONS,
      heldByRounds: (userId) => readHeldByRounds(db, userId),
      share,
    }),
    ...minerRoutes({ db, primaryDb, moneyDb, chain }),
    ...rewardsRoutes({
      db,
      primaryDb,
      readMined: async (userId) => (await readAndCacheMiningTotals({ db, primaryDb }, userId)).output,
      listMined: (page) => listMinedPayments(db, page),
      readMinedSpans: (order) => readMinedSpans(db, order),
    }),
    ...teamRoutes({
      ...{ db, chain, findRegionRule, bindings, describeRefusal, operatorName: config.OPERATOR_NAME },
      async readPoolOutput(userId) {
        const { nodes, levels } = await readPoolTotals(db, userId);
        return { nodes: nodes.total, levels: levels.total };
      },
    }),
    ...{ ...proofRoutes({ db, share }), ...publicLogRoutes({ db }) },
    ...{ ...sealedJournalRoutes({ db }), ...statementRoutes({ db }), ...swapRoutes({ db }) },
    ...textsRoutes({ db, operatorContact: config.OPERATOR_CONTACT }),
  };
}

/** Returns a lookup of the address of a user's inviter; concurrent logins share its queries. */
function createSuperiorLookup(db: Database): (userId: bigint) => Promise<string | null> {
  const find = createBatcher({
    partitionOf: () => 'superiors',
    keyOf: String,
    maximum: 500,
    work: async (userIds: readonly bigint[]) => {
      const superiorIds = await findSuperiorIds(db, userIds);
      const addressOf = await findAddresses(db, [...new Set(superiorIds.values())]);
      return userIds.map((userId) => {
        const superiorId = superiorIds.get(userId);
        return { superior: superiorId === undefined ? null : addressOf(superiorId) };
      });
    },
  });
  return async (userId) => (await find(userId)).superior;
}
