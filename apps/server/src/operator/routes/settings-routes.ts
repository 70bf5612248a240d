import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { operatorSettingsEndpoints as declared } from '@city-mint/api-contract/operator/settings-endpoints';
import type { MiningSetting } from '@city-mint/domain/miner/check-mining-setting';
import { formatAmount } from '@city-mint/domain/money/amount-text';
import { sumAmounts } from '@city-mint/domain/money/token-amount';
import { readBalance } from '#ledger/queries/read-balance.ts';
import { readMiningSettings } from '#miner/queries/read-mining-settings.ts';
import type { Handlers } from '#platform/http/handler.ts';
import { readPage, TIMELINE_KEY } from '#platform/paging.ts';
import { readPoolSettings } from '#rewards/queries/read-pool-settings.ts';
import { listReserveChanges, type ReserveChange, readReserveCoverage } from '#rounds/reserve/queries.ts';
import { findUserId } from '#session/queries/find-user-id.ts';
import { listUserGrants } from '#team/queries/list-user-grants.ts';
import { readTeam } from '#team/queries/read-team.ts';
import { readTeamThresholds } from '#team/queries/read-team-thresholds.ts';
import { thresholdFigures } from '../threshold-fields.ts';
import { callAct } from './act-outcome.ts';
import type { ControlDeps } from './control-routes.ts';

type Answered<Part extends string> = Handlers<Extract<keyof typeof declared, `POST /api/ops/${Part}`>>;

const GRANTS_SHOWN = 20;

/** Standings, thresholds, settings of days and the reserve. */
export function settingsRoutes(deps: ControlDeps): Handlers<keyof typeof declared> {
  return { ...standingRoutes(deps), ...dayRoutes(deps), ...reserveRoutes(deps) };
}

function standingRoutes(deps: ControlDeps): Answered<`${'standing' | 'thresholds'}${string}`> {
  const { db } = deps;
  return {
    async 'POST /api/ops/standing'({ address }) {
      const userId = await findUserId(db, address);
      if (userId === null) return { refusal: 'unknown-address', details: { field: 'address' } };
      const [team, grants] = await Promise.all([
        readTeam(db, userId),
        listUserGrants(db, { userId, limit: GRANTS_SHOWN }),
      ]);
      const { nodeType, teamLevel, performanceLevel, rewardLevel, joinedDirectCount } = team;
      return {
        data: {
          ...{ nodeType, teamLevel, performanceLevel, rewardLevel, joinedDirectCount },
          teamPerformance: formatAmount(team.teamPerformance),
          smallAreaPerformance: formatAmount(team.smallAreaPerformance),
          grants: grants.map(({ grantedAt, ...grant }) => ({ ...grant, at: grantedAt.getTime() })),
        },
      };
    },
    'POST /api/ops/standing/grant': (request, call) =>
      callAct(deps, declared['POST /api/ops/standing/grant'], { action: 'grant-standing', request, call }),
    'POST /api/ops/thresholds': async () => ({ data: thresholdFigures(await readTeamThresholds(db)) }),
    'POST /api/ops/thresholds/set': (request, call) =>
      callAct(deps, declared['POST /api/ops/thresholds/set'], { action: 'set-thresholds', request, call }),
  };
}

function dayRoutes(deps: ControlDeps): Answered<`${'mining' | 'pools'}${string}`> {
  const { db } = deps;
  return {
    async 'POST /api/ops/mining'() {
      const { now, next } = await readMiningSettings(db);
      return { data: { now: miningFigures(now), next: next && miningFigures(next) } };
    },
    'POST /api/ops/mining/set': (request, call) =>
      callAct(deps, declared['POST /api/ops/mining/set'], { action: 'set-mining', request, call }),
    async 'POST /api/ops/pools'() {
      const { now, next } = await readPoolSettings(db);
      const held = async (kind: 'nodes' | 'levels') =>
        formatAmount(await readBalance(db, { kind, currency: 'JU', owner: 0n }));
      return { data: { nodes: await held('nodes'), levels: await held('levels'), now, next } };
    },
    'POST /api/ops/pools/set': (request, call) =>
      callAct(deps, declared['POST /api/ops/pools/set'], { action: 'set-pools', request, call }),
  };
}

function reserveRoutes({ db }: ControlDeps): Answered<`reserve${string}`> {
  return {
    async 'POST /api/ops/reserve'() {
      const { balance, rounds } = await readReserveCoverage(db);
      return {
        data: {
          balance: formatAmount(balance),
          maximumLoss: formatAmount(sumAmounts(rounds.map(({ maximumLoss }) => maximumLoss))),
          rounds: rounds.map(({ round: { roundId, state, terms, filled }, maximumLoss, budget, coverageBps }) => ({
            ...{ roundId: roundId.toString(), city: terms.city, phase: terms.phase, number: terms.number, state },
            quota: formatAmount(terms.quota),
            filled: formatAmount(filled),
            maximumLoss: formatAmount(maximumLoss),
            budget: formatAmount(budget),
            coverageBps,
          })),
        },
      };
    },
    async 'POST /api/ops/reserve/movements'({ cursor, limit }) {
      const page = await readPage(
        { cursor, limit },
        { format: TIMELINE_KEY, read: (asked) => listReserveChanges(db, asked), keyOf: ({ key }) => key },
      );
      return 'refusal' in page ? page : { data: { ...page, items: page.items.map(toWire) } };
    },
  };
}

function miningFigures({ dailyEmission, machineLifetimeDays }: MiningSetting) {
  return { dailyEmission: formatAmount(dailyEmission), machineLifetimeDays };
}

function toWire({
  key,
  kind,
  added,
  taken,
  round,
  reason,
}: ReserveChange): ReplyOf<'POST /api/ops/reserve/movements'>['items'][number] {
  return {
    at: Number(key.atUs / 1000n),
    kind,
    added: formatAmount(added),
    taken: formatAmount(taken),
    net: formatAmount(added - taken),
    round: round && { ...round, roundId: round.roundId.toString() },
    reason,
  };
}
