import type { controlEndpoints } from '@city-mint/api-contract/operator/control-endpoints';
import type { dailySettingEndpoints } from '@city-mint/api-contract/operator/daily-setting-endpoints';
import type { memberStatusEndpoints } from '@city-mint/api-contract/operator/member-status-endpoints';
import type { textEndpoints } from '@city-mint/api-contract/operator/text-endpoints';
import type { MiningSetting } from '@city-mint/domain/miner/check-mining-setting';
import { formatAmount } from '@city-mint/domain/money/amount-text';
import { readBalance } from '#ledger/accounts/queries.ts';
import { readMiningSettings } from '#miner/queries/mining-settings.ts';
import type { Database } from '#platform/database/database.ts';
import type { Handlers } from '#platform/http/handler.ts';
import { listRegionRules } from '#regions/queries.ts';
import { readPoolSettings } from '#rewards/queries/pools.ts';
import { findUserId } from '#session/queries/users.ts';
import { listUserGrants, readTeamThresholds } from '#team/queries/member-status.ts';
import { readTeam } from '#team/queries/teams.ts';
import { listContacts } from '#texts/queries/list-contacts.ts';
import { listQuestions } from '#texts/queries/list-questions.ts';
import { readControls } from '../queries/read-controls.ts';
import { thresholdsToWire } from '../wire.ts';

type ReadDeps = { readonly db: Database };

const GRANTS_SHOWN = 20;

/** Returns the handlers that read what operators set: switches, limits, regions, texts, statuses, daily settings. */
export function settingRoutes(
  deps: ReadDeps,
): Handlers<
  | keyof typeof controlEndpoints
  | keyof typeof textEndpoints
  | keyof typeof memberStatusEndpoints
  | keyof typeof dailySettingEndpoints
> {
  return { ...controlRoutes(deps), ...memberStatusRoutes(deps), ...dailySettingRoutes(deps) };
}

function controlRoutes({ db }: ReadDeps): Handlers<keyof typeof controlEndpoints | keyof typeof textEndpoints> {
  return {
    'POST /api/ops/controls': async () => ({ data: await readControls(db) }),
    async 'POST /api/ops/regions'() {
      const regions = (await listRegionRules(db)).map(({ region, joining, referral, changedAt }) => ({
        region,
        joiningAllowed: joining,
        referralAllowed: referral,
        changedAt: changedAt.getTime(),
      }));
      return { data: { regions } };
    },
    async 'POST /api/ops/qa'() {
      const [questions, contacts] = await Promise.all([listQuestions(db), listContacts(db)]);
      return {
        data: { questions: questions.map(({ texts, ...rest }) => ({ ...rest, texts: [...texts] })), contacts },
      };
    },
  };
}

function memberStatusRoutes({ db }: ReadDeps): Handlers<keyof typeof memberStatusEndpoints> {
  return {
    async 'POST /api/ops/memberStatus'({ address }) {
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
    'POST /api/ops/thresholds': async () => ({ data: thresholdsToWire(await readTeamThresholds(db)) }),
  };
}

function dailySettingRoutes({ db }: ReadDeps): Handlers<keyof typeof dailySettingEndpoints> {
  const poolBalance = async (kind: 'nodes' | 'levels') =>
    formatAmount(await readBalance(db, { kind, currency: 'JU', owner: 0n }));
  return {
    async 'POST /api/ops/mining'() {
      const { now, next } = await readMiningSettings(db);
      return { data: { now: miningToWire(now), next: next && miningToWire(next) } };
    },
    async 'POST /api/ops/pools'() {
      const { now, next } = await readPoolSettings(db);
      return { data: { nodes: await poolBalance('nodes'), levels: await poolBalance('levels'), now, next } };
    },
  };
}

function miningToWire({ dailyEmission, fullHash, machineLifetimeDays }: MiningSetting) {
  return { dailyEmission: formatAmount(dailyEmission), fullHash: formatAmount(fullHash), machineLifetimeDays };
}
