import type { controlEndpoints } from '@city-mint/api-contract/operator/control-endpoints';
import type { memberStatusEndpoints } from '@city-mint/api-contract/operator/member-status-endpoints';
import type { textEndpoints } from '@city-mint/api-contract/operator/text-endpoints';
import { formatAmount } from '@city-mint/domain/money/amount-text';
import { DAY_MS } from '@city-mint/domain/time/durations';
import type { Database } from '#platform/database/database.ts';
import type { Handlers } from '#platform/http/handler.ts';
import { readPageById } from '#platform/paging.ts';
import { listRegionRules } from '#regions/queries.ts';
import { findAddresses, findUserId } from '#session/queries/users.ts';
import { listMemberGrants, listUserGrants, readTeamThresholds } from '#team/queries/member-status.ts';
import { readTeam } from '#team/queries/teams.ts';
import { listContacts } from '#texts/queries/list-contacts.ts';
import { listQuestions } from '#texts/queries/list-questions.ts';
import { readControls } from '../queries/read-controls.ts';
import { thresholdsToWire } from '../wire.ts';

type ReadDeps = { readonly db: Database };

const GRANTS_SHOWN = 20;

/** Returns the handlers that read the operators' settings: switches, limits, regions, texts, statuses. */
export function settingRoutes(
  deps: ReadDeps,
): Handlers<keyof typeof controlEndpoints | keyof typeof textEndpoints | keyof typeof memberStatusEndpoints> {
  return { ...controlRoutes(deps), ...memberStatusRoutes(deps) };
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
    async 'POST /api/ops/memberStatus/grants'({ of, address, cursor, limit }) {
      const userId = address === undefined ? undefined : await findUserId(db, address);
      if (userId === null) return { refusal: 'unknown-address', details: { field: 'address' } };
      const page = await readPageById(
        { cursor, limit },
        { read: (range) => listMemberGrants(db, { of, userId, ...range }), idOf: ({ grantId }) => grantId },
      );
      if ('refusal' in page) return page;
      const addressOf = await findAddresses(
        db,
        page.items.map((grant) => grant.userId),
      );
      const items = page.items.map(({ grantId, userId: member, grantedAt, ...grant }) => ({
        ...grant,
        grantId: grantId.toString(),
        address: addressOf(member),
        at: grantedAt.getTime(),
      }));
      return { data: { items, nextCursor: page.nextCursor } };
    },
    'POST /api/ops/thresholds': async () => {
      const { now, announced } = await readTeamThresholds(db);
      return {
        data: {
          now: thresholdsToWire(now),
          announced: announced.map((later) => ({ from: later.fromDay * DAY_MS, ...thresholdsToWire(later) })),
        },
      };
    },
  };
}
