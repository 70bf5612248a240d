import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import type { teamEndpoints } from '@city-mint/api-contract/team/endpoints';
import type { Language } from '@city-mint/domain/languages';
import { formatAmount } from '@city-mint/domain/money/amount-text';
import type { TokenAmount } from '@city-mint/domain/money/token-amount';
import { nextLevel, nextNodeType } from '@city-mint/domain/team/next-status';
import { DAY_MS } from '@city-mint/domain/time/durations';
import { isHex } from 'viem';
import type { Database } from '#platform/database/database.ts';
import type { Handlers } from '#platform/http/handler.ts';
import type { Refused } from '#platform/http/refused.ts';
import { DAY_KEY, readPage, readPageById } from '#platform/paging.ts';
import type { FindRegionRule } from '#regions/queries.ts';
import { findSuperiorId } from '#rounds/inviters/queries.ts';
import { findAddress } from '#session/queries/users.ts';
import { type AskingDeps, askForInviter } from './commands/ask-for-inviter.ts';
import { setLeaderboardName } from './commands/leaderboards.ts';
import type { Thresholds } from './member.ts';
import { type AskedInviter, type RequestRefusal, readAskedInviter } from './queries/check-binding.ts';
import { type DirectReferral, LEG_KEY, legKeyOf, listDirects, listDirectsByPerformance } from './queries/directs.ts';
import { readLeaderboard } from './queries/leaderboards.ts';
import { readTeamThresholds } from './queries/member-status.ts';
import { listTeamDays } from './queries/team-days.ts';
import { readTeam, type Team } from './queries/teams.ts';

export type TeamDeps = AskingDeps & {
  /** The operator's name, which no user may bear on the leaderboards. */
  readonly operatorName: string;
  /** Returns the text of a refusal in the reader's language. */
  readonly describeRefusal: (refused: Refused, lang: Language) => { readonly msg: string };
  readonly findRegionRule: FindRegionRule;
  /** Returns the totals that the nodes pool and the levels pool paid a user; JU in base units. */
  readonly readPoolOutput: (userId: bigint) => Promise<{ nodes: TokenAmount; levels: TokenAmount }>;
};

/** Returns the handlers of the endpoints in api-contract's team/endpoints.ts. */
export function teamRoutes(deps: TeamDeps): Handlers<keyof typeof teamEndpoints> {
  return { ...bindingRoutes(deps), ...networkRoutes(deps), ...listRoutes(deps), ...leaderboardRoutes(deps) };
}

function bindingRoutes({ findRegionRule, ...deps }: TeamDeps): Handlers<'POST /api/biz/activate'> {
  return {
    async 'POST /api/biz/activate'({ superior, sign_hex, nonce }, { participant, region: country, requestId: callId }) {
      const rule = await findRegionRule(country);
      if (!rule.referral) return { refusal: 'region-not-allowed', details: { limit: rule.region } };
      if (!isHex(sign_hex)) return { refusal: 'signature-format', details: { field: 'sign_hex' } };
      const { userId, token, address } = participant;
      const signed = { userId, token, address, superior, nonce, signature: sign_hex, callId };
      const answer = await askForInviter(deps, signed);
      if (!('refusal' in answer)) return { data: { superior, boundAt: answer.boundAt?.getTime() ?? null } };
      if (answer.refusal !== 'already-bound') {
        return { refusal: answer.refusal, details: { field: FIELD_OF[answer.refusal] } };
      }
      const bound = await readSuperior(deps.db, userId);
      return { refusal: answer.refusal, details: { field: 'superior', ...(bound === null ? {} : { bound }) } };
    },
  };
}

function networkRoutes({ db, readPoolOutput, describeRefusal }: TeamDeps): Handlers<'GET /api/biz/team'> {
  return {
    async 'GET /api/biz/team'(_request, { participant: { userId, address }, lang }) {
      // Read before the inviter: a binding made between the two reads is shown as bound.
      const asked = await readAskedInviter(db, userId);
      const [{ rewards, ...team }, superior, output, thresholds] = await Promise.all([
        readTeam(db, userId),
        readSuperior(db, userId),
        readPoolOutput(userId),
        readTeamThresholds(db),
      ]);
      const describe = (error: RequestRefusal) => describeRefusal({ error, details: {} }, lang).msg;
      return {
        data: {
          address,
          superior,
          binding: superior === null && asked !== undefined ? toWireBinding(asked, describe) : null,
          ...team,
          ownPerformance: formatAmount(team.ownPerformance),
          teamPerformance: formatAmount(team.teamPerformance),
          smallAreaPerformance: formatAmount(team.smallAreaPerformance),
          ...toWireNext(team, thresholds),
          earnings: {
            reward: formatAmount(rewards),
            nodeOutput: formatAmount(output.nodes),
            levelOutput: formatAmount(output.levels),
          },
        },
      };
    },
  };
}

function toWireBinding(
  { inviter, askedAt, outcome }: AskedInviter,
  describe: (refusal: RequestRefusal) => string,
): ReplyOf<'GET /api/biz/team'>['binding'] {
  const refusal = outcome !== null && 'refusal' in outcome ? describe(outcome.refusal) : null;
  return { superior: inviter, askedAt: askedAt.getTime(), refusal };
}

function nextOf(team: Omit<Team, 'rewards'>, thresholds: Thresholds) {
  const { nodeType, joinedDirectCount: joinedDirects, teamPerformance } = team;
  return {
    level: nextLevel(team, thresholds.level),
    node: nextNodeType({ nodeType, joinedDirects, teamPerformance }, thresholds.node),
  };
}

function toWireNext(
  team: Omit<Team, 'rewards'>,
  { now, announced }: Awaited<ReturnType<typeof readTeamThresholds>>,
): Pick<ReplyOf<'GET /api/biz/team'>, 'nextLevel' | 'nextNodeType' | 'announced'> {
  const { level, node } = nextOf(team, now);
  const [later] = announced;
  const changed = later === undefined ? undefined : nextOf(team, later);
  return {
    announced:
      later === undefined || changed === undefined
        ? null
        : {
            from: later.fromDay * DAY_MS,
            smallAreaPerformance: changed.level && formatAmount(changed.level.smallAreaPerformance),
            joinedDirects: changed.node?.joinedDirects ?? null,
            teamPerformance: changed.node && formatAmount(changed.node.teamPerformance),
          },
    nextLevel: level && {
      level: level.level,
      smallAreaPerformance: formatAmount(level.smallAreaPerformance),
      missing: formatAmount(level.missing),
    },
    nextNodeType: node && {
      ...node,
      teamPerformance: formatAmount(node.teamPerformance),
      missingPerformance: formatAmount(node.missingPerformance),
    },
  };
}

function listRoutes({ db }: TeamDeps): Handlers<'POST /api/biz/directs' | 'POST /api/biz/team/record'> {
  return {
    async 'POST /api/biz/directs'({ order, cursor, limit }, { participant: { userId: inviterId } }) {
      const page =
        order === 'newest'
          ? await readPageById(
              { cursor, limit },
              {
                read: (range) => listDirects(db, { inviterId, ...range }),
                idOf: ({ bindingId }) => bindingId,
              },
            )
          : await readPage(
              { cursor, limit },
              {
                format: LEG_KEY,
                read: (range) => listDirectsByPerformance(db, { inviterId, ...range }),
                keyOf: legKeyOf,
              },
            );
      return 'refusal' in page ? page : { data: { ...page, items: page.items.map(toWireDirect) } };
    },

    async 'POST /api/biz/team/record'({ cursor, limit }, { participant: { userId } }) {
      const page = await readPageById(
        { cursor, limit },
        { format: DAY_KEY, read: (range) => listTeamDays(db, { userId, ...range }), idOf: ({ day }) => BigInt(day) },
      );
      if ('refusal' in page) return page;
      const items = page.items.map(({ day, bound, recommended, rewards }) => ({
        day: day * DAY_MS,
        boundDirects: bound,
        directsMinted: formatAmount(recommended),
        reward: formatAmount(rewards),
      }));
      return { data: { ...page, items } };
    },
  };
}

function toWireDirect(direct: DirectReferral): ReplyOf<'POST /api/biz/directs'>['items'][number] {
  return {
    address: direct.address,
    joinedAt: direct.boundAt.getTime(),
    nodeType: direct.nodeType,
    teamLevel: direct.teamLevel,
    ownPerformance: formatAmount(direct.ownPerformance),
    teamPerformance: formatAmount(direct.teamPerformance),
    earnedForMe: formatAmount(direct.earnedForInviter),
  };
}

function leaderboardRoutes({
  db,
  operatorName,
}: TeamDeps): Handlers<'GET /api/app/leaderboard' | 'POST /api/app/user/leaderboardName'> {
  return {
    async 'GET /api/app/leaderboard'({ board, period }, { participant }) {
      const viewerId = participant?.userId ?? null;
      const { computedAt, items, mine } = await readLeaderboard(db, { board, period, viewerId });
      return {
        data: {
          board,
          period,
          computedAt: computedAt?.getTime() ?? null,
          items: items.map((item) => ({ ...item, amount: item.amount === null ? null : formatAmount(item.amount) })),
          mine: mine && {
            name: mine.name,
            removedName: mine.removedName,
            amount: formatAmount(mine.amount),
            rank: mine.rank,
            next: mine.next && { rank: mine.next.rank, missing: formatAmount(mine.next.missing) },
          },
        },
      };
    },

    async 'POST /api/app/user/leaderboardName'({ name }, { participant }) {
      const refusal = await setLeaderboardName(db, { token: participant.token, name, operatorName });
      return refusal === null ? { data: { name } } : { refusal, details: { field: 'name' } };
    },
  };
}

async function readSuperior(db: Database, userId: bigint): Promise<string | null> {
  const superiorId = await findSuperiorId(db, userId);
  return superiorId === null ? null : findAddress(db, superiorId);
}

const FIELD_OF = {
  'nonce-used-or-unknown': 'nonce',
  'message-expired': 'nonce',
  'signature-invalid': 'sign_hex',
  'try-again': 'sign_hex',
  'unknown-address': 'superior',
  'own-address': 'superior',
  'below-yourself': 'superior',
} as const;
