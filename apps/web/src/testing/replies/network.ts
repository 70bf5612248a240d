import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { DAY_MS } from '@city-mint/domain/time/durations';

type Team = ReplyOf<'GET /api/biz/team'>;
export type Direct = ReplyOf<'POST /api/biz/directs'>['items'][number];
type Board = ReplyOf<'GET /api/app/leaderboard'>;

/** The inviter of an account that has direct referrals. */
export const SUPERIOR = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';

/** A network with this many direct referrals, each leg smaller than the one before; the last ones without any. */
export function directsOf(count: number): Direct[] {
  return Array.from({ length: count }, (_direct, index) => ({
    address: `0x${(0x9965f70a + index * 7_919_113).toString(16).padStart(8, '0')}${'5bfe80a4'.repeat(4)}`,
    joinedAt: Date.now() - index * 5_400_000,
    nodeType: index === 0 ? 'community' : index < 3 ? 'personal' : 'none',
    teamLevel: index === 0 ? 2 : 0,
    ownPerformance: index > 24 ? '0' : String(4_000 - index * 150),
    teamPerformance: index > 24 ? '0' : `${Math.round(27_200 / (index + 1) ** 1.6)}.25`,
    earnedForMe: index > 24 ? '0' : (12.5 / (index + 1)).toFixed(6),
  }));
}

const TEAM: Omit<Team, 'address' | 'superior'> = {
  nodeType: 'personal',
  teamLevel: 2,
  rewardLevel: 0,
  performanceLevel: 2,
  directCount: 18,
  joinedDirectCount: 7,
  teamCount: 246,
  ownPerformance: '3200',
  teamPerformance: '49620.25',
  smallAreaPerformance: '18420.125',
  nextLevel: { level: 3, smallAreaPerformance: '20000', missing: '1579.875' },
  nextNodeType: {
    nodeType: 'community',
    joinedDirects: 10,
    missingDirects: 3,
    teamPerformance: '100000',
    missingPerformance: '50379.75',
  },
  announced: null,
  earnings: { reward: '120.5', nodeOutput: '52.25', levelOutput: '23.75' },
  binding: null,
};

const NO_TEAM: Partial<Team> = {
  nodeType: 'none',
  teamLevel: 0,
  performanceLevel: 0,
  directCount: 0,
  joinedDirectCount: 0,
  teamCount: 0,
  teamPerformance: '0',
  smallAreaPerformance: '0',
  nextLevel: { level: 1, smallAreaPerformance: '10000', missing: '10000' },
  nextNodeType: {
    nodeType: 'personal',
    joinedDirects: 3,
    missingDirects: 3,
    teamPerformance: '10000',
    missingPerformance: '10000',
  },
};

export type NetworkOf = {
  readonly address: string;
  readonly count: number;
  /** The inviter for whom a user without direct referrals signed. */
  readonly binding?: Team['binding'];
  /** Changes to the team. */
  readonly change?: Partial<Team>;
};

/** Returns the team of an account with this many direct referrals; one without any has no inviter either. */
export function teamOf({ address, count, binding = null, change = {} }: NetworkOf): Team {
  const team = count === 0 ? { ...TEAM, ...NO_TEAM } : { ...TEAM, directCount: count };
  return { ...team, address, superior: count === 0 ? null : SUPERIOR, binding, ...change };
}

/** Returns the earnings of an account, of which only the month's earnings from its team are above zero. */
export function teamEarningsOf(count: number): ReplyOf<'GET /api/biz/profit/view'> {
  const zero = { total: '0', today: '0', week: '0', month: '0' };
  const month = (type: string) => (count === 0 ? '0' : ({ reward: '62.4', 'node-output': '26.1' }[type] ?? '11.9'));
  const types = ['reward', 'node-output', 'level-output'] as const;
  const byType = types.map((type) => ({ ...{ ...zero, type, currency: 'JU' as const, month: month(type) } }));
  return { byType, byStage: [], byCurrency: [] };
}

/** Returns the days with activity in a network. */
export function daysOf(count: number): ReplyOf<'POST /api/biz/team/record'>['items'] {
  const today = Math.floor(Date.now() / DAY_MS) * DAY_MS;
  return Array.from({ length: Math.min(count, 9) }, (_day, index) => ({
    day: today - index * DAY_MS,
    boundDirects: index % 3,
    directsMinted: String(1_250.5 * (index + 1)),
    reward: (1.25 * (index + 1)).toString(),
  }));
}

/** A leaderboard with this many ranks, whose users show themselves, and with the caller's place. */
export function boardOf(count: number, mine: Board['mine'] = null): Board {
  return {
    board: 'mint',
    period: 'week',
    computedAt: Date.now() - 4_000,
    items: Array.from({ length: count }, (_item, index) => ({
      rank: index + 1,
      name: `Minter ${index + 1}`,
      amount: `${Math.round(24_900 / (index + 1) ** 0.6)}.5`,
      isMe: false,
    })),
    mine,
  };
}
