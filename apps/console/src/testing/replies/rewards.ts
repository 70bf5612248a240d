import type { ReplyOf } from '@city-mint/api-contract/endpoints';

type Mining = ReplyOf<'POST /api/ops/mining'>;
type Pools = ReplyOf<'POST /api/ops/pools'>;
type Grant = ReplyOf<'POST /api/ops/grants'>['items'][number];
type MemberGrant = ReplyOf<'POST /api/ops/memberStatus/grants'>['items'][number];

/** Returns three machines whose lifetime changes tomorrow, with what differs from them. */
export function sampleMining(at: number, change: Partial<Mining> = {}): Mining {
  const now = { dailyEmission: '1000', fullHash: '5000.5', machineLifetimeDays: 1, release: '12.345678' };
  return {
    ...{ at, emission: '250000', machines: 3, hashRate: '61.725', now },
    next: { ...now, machineLifetimeDays: 540 },
    ...change,
  };
}

/** Returns pools that release the same tomorrow as today, with what differs from them. */
export function samplePools(at: number, change: Partial<Pools> = {}): Pools {
  const now = { nodesReleaseBps: 125, levelsReleaseBps: 50, nodesRelease: '5', levelsRelease: '1.000000000000000001' };
  return { at, nodes: '400', levels: '200.5', now, next: null, ...change };
}

/** Returns the thresholds of node types and levels, and higher ones of level 1 that apply from `from`, if any. */
export function sampleThresholds(from?: number): ReplyOf<'POST /api/ops/thresholds'> {
  const now = {
    ...{ personalJoinedDirects: 3, personalTeamPerformance: '10000' },
    ...{ communityJoinedDirects: 5, communityTeamPerformance: '50000' },
    ...{ superJoinedDirects: 10, superTeamPerformance: '200000' },
    ...{ level1: '1000', level2: '5000', level3: '20000', level4: '80000', level5: '300000' },
  };
  return { now, announced: from === undefined ? [] : [{ ...now, level1: '1500', from }] };
}

/** Returns a grant of hash power that the exchange has acknowledged, with what differs from it. */
export function exchangeGrant(at: number, change: Partial<Grant> = {}): Grant {
  return {
    ...{ machineId: '71', grantId: 'g-71', address: `0x${'a1'.repeat(20)}`, uid: '12345678', hashRate: '20.575' },
    ...{ state: 'acknowledged', attempts: 1, dueAt: at, lastError: null, acknowledgedAt: at },
    ...change,
  };
}

/** Returns a member's node type that an operator granted, with what differs from it. */
export function memberGrant(at: number, change: Partial<MemberGrant> = {}): MemberGrant {
  return {
    ...{ grantId: '5', address: `0x${'b2'.repeat(20)}`, nodeType: 'community', rewardLevel: null },
    ...{ reason: 'runs the office in Nairobi', at, applied: false },
    ...change,
  };
}
