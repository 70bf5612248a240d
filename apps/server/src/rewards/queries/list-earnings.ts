import type { Currency } from '@city-mint/domain/ledger/currencies';
import type { TokenAmount } from '@city-mint/domain/money/token-amount';
import { EARNINGS_TYPES, type EarningsType } from '@city-mint/domain/rewards/earnings-types';
import type { Database } from '#platform/database/database.ts';
import {
  type EarningKey,
  type RoundEarning,
  type RoundEarningKind,
  readRoundEarnings,
} from '#rounds/earnings/queries/round-earnings.ts';
import { type PoolEarning, readPoolEarnings } from './read-pool-earnings.ts';

export type Stage = 'first' | 'second' | 'third';
export type ListedType = Exclude<EarningsType, 'hash-rate-output'>;

/** One earning as it is listed; amounts in base units, day as a UTC day from 1970. */
export type Earning = {
  readonly key: EarningKey;
  readonly type: ListedType;
  readonly stage: Stage | null;
  readonly amount: TokenAmount;
  readonly round: Pick<RoundEarning, 'roundId' | 'city' | 'phase' | 'number'> | null;
  readonly day: number | null;
};

export type EarningsFilter = {
  readonly userId: bigint;
  readonly type?: ListedType | undefined;
  readonly stage?: Stage | undefined;
  readonly currency?: Currency | undefined;
  /** UTC milliseconds, from `from` until before `to`. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  readonly after?: EarningKey | null;
  readonly limit: number;
  /** See `readRoundEarnings`. */
  readonly manyOrders?: number | undefined;
};

type Kind = { readonly type: ListedType; readonly stage: Stage | null };

const ROUND_KINDS: Record<RoundEarningKind, Kind> = {
  settle: { type: 'settle', stage: 'first' },
  'distribute-2': { type: 'distribute', stage: 'second' },
  'distribute-3': { type: 'distribute', stage: 'third' },
  reward: { type: 'reward', stage: null },
  split: { type: 'split', stage: null },
};
const ROUND_KIND_NAMES = ['settle', 'distribute-2', 'distribute-3', 'reward', 'split'] as const;
const POOL_KINDS = {
  nodes: { type: 'node-output', stage: null },
  levels: { type: 'level-output', stage: null },
} as const satisfies Record<string, Kind>;
const POOL_NAMES = ['nodes', 'levels'] as const;

/**
 * A user's earnings of every kind but mining, newest first.
 * docs/money-rules.md#5-settlement.
 */
export async function listEarnings(db: Database, filter: EarningsFilter): Promise<Earning[]> {
  const isWanted = ({ type, stage }: Kind) =>
    (filter.type === undefined || filter.type === type) &&
    (filter.stage === undefined || filter.stage === stage) &&
    (filter.currency === undefined || filter.currency === EARNINGS_TYPES[type].currency);
  const [ofRounds, ofPools] = await Promise.all([
    readRoundEarnings(db, { ...filter, kinds: ROUND_KIND_NAMES.filter((kind) => isWanted(ROUND_KINDS[kind])) }),
    readPoolEarnings(db, { ...filter, pools: POOL_NAMES.filter((pool) => isWanted(POOL_KINDS[pool])) }),
  ]);
  const sorted = [...ofRounds.map(ofRound), ...ofPools.map(ofPool)].sort((a, b) => compareKeys(a.key, b.key));
  return sorted.slice(0, filter.limit);
}

function ofRound({ key, kind, amount, ...round }: RoundEarning): Earning {
  return { key, ...ROUND_KINDS[kind], amount, round, day: null };
}

function ofPool({ key, pool, amount, day }: PoolEarning): Earning {
  return { key, ...POOL_KINDS[pool], amount, round: null, day };
}

/** Newest first. */
function compareKeys(a: EarningKey, b: EarningKey): number {
  for (const part of ['atUs', 'code', 'id'] as const) {
    if (a[part] !== b[part]) return a[part] > b[part] ? -1 : 1;
  }
  return 0;
}
