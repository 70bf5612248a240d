import type { Currency } from '@city-mint/domain/ledger/currencies';
import type { TokenAmount } from '@city-mint/domain/money/token-amount';
import {
  EARNINGS_TYPE_NAMES,
  EARNINGS_TYPES,
  type EarningsStage,
  type EarningsType,
} from '@city-mint/domain/rewards/earnings-types';
import type { Database } from '#platform/database/database.ts';
import type { SpanSum, SpansOrder } from '#platform/database/time-spans.ts';
import { type EarningTotals, readEarningTotals } from '#rounds/earnings/queries/earning-totals.ts';
import {
  type EarningKey,
  type EarningsPage,
  type RoundEarning,
  type RoundEarningKind,
  readRoundEarnings,
} from '#rounds/earnings/queries/round-earnings.ts';
import { type PoolName, readPoolEarnings, readPoolTotals } from './pools.ts';

/**
 * One earning of the list; amounts in base units, `day` as a UTC day from 1970. The id of its key is the source of its
 * transfer, except for mining, where it is the day.
 */
export type Earning = {
  readonly key: EarningKey;
  readonly type: EarningsType;
  readonly stage: EarningsStage | null;
  readonly amount: TokenAmount;
  readonly round: Pick<RoundEarning, 'roundId' | 'city' | 'phase' | 'number'> | null;
  readonly day: number | null;
  /** For mining: the number of machines. */
  readonly machines: number | null;
  /** For a reward: the rank of the order that caused it. */
  readonly invitedRank: number | null;
};

/** Filters earnings by type, stage and currency. */
export type TypeFilter = {
  readonly type?: EarningsType | undefined;
  readonly stage?: EarningsStage | undefined;
  readonly currency?: Currency | undefined;
};

export type EarningsFilter = TypeFilter & {
  readonly userId: bigint;
  /** UTC milliseconds, `from` inclusive, `to` exclusive. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  readonly after?: EarningKey | null;
  readonly limit: number;
  /** See `readRoundEarnings`. */
  readonly manyOrders?: number | undefined;
};

/** A part of a type, by the rows that it is read from. */
type EarningPart = { readonly stage: EarningsStage | null } & (
  | { readonly from: 'rounds'; readonly kind: RoundEarningKind }
  | { readonly from: 'pools'; readonly pool: PoolName }
  | { readonly from: 'mining' }
);
type TypedPart = EarningPart & { readonly type: EarningsType };

/** The rows that each type is read from; a missing type does not compile. */
const PARTS_OF_TYPES: Readonly<Record<EarningsType, readonly EarningPart[]>> = {
  settle: [{ from: 'rounds', kind: 'settle', stage: 'first' }],
  distribute: [
    { from: 'rounds', kind: 'distribute-2', stage: 'second' },
    { from: 'rounds', kind: 'distribute-3', stage: 'third' },
  ],
  reward: [{ from: 'rounds', kind: 'reward', stage: null }],
  split: [{ from: 'rounds', kind: 'split', stage: null }],
  'hash-rate-output': [{ from: 'mining', stage: null }],
  'node-output': [{ from: 'pools', pool: 'nodes', stage: null }],
  'level-output': [{ from: 'pools', pool: 'levels', stage: null }],
};

/** Readers of mining, which belongs to another capability. */
export type MiningReaders = {
  /** Returns the totals of a user's machines, FMC in base units. */
  readonly readMined: (userId: bigint) => Promise<EarnedSums>;
  /** Returns a page of daily output, newest first. */
  readonly listMined: (
    page: Omit<EarningsPage, 'kinds'>,
  ) => Promise<readonly Pick<Earning, 'key' | 'amount' | 'day' | 'machines'>[]>;
  /** Returns the sums of output in consecutive spans. */
  readonly readMinedSpans: (order: SpansOrder) => Promise<readonly SpanSum[]>;
};

export type EarningsDeps = MiningReaders & { readonly db: Database };

type Reader = (deps: EarningsDeps, filter: EarningsFilter, parts: readonly TypedPart[]) => Promise<Earning[]>;

const READERS: Readonly<Record<EarningPart['from'], Reader>> = {
  rounds: listOfRounds,
  pools: listOfPools,
  mining: listOfMining,
};

/** Returns a user's earnings of every type, newest first: at most `limit`. docs/money-rules.md#5-settlement */
export async function listEarnings(deps: EarningsDeps, filter: EarningsFilter): Promise<Earning[]> {
  const parts = EARNINGS_TYPE_NAMES.flatMap((type) => PARTS_OF_TYPES[type].map((part) => ({ ...part, type })));
  const wantedParts = parts.filter(({ type, stage }) => isWanted(filter, type, stage));
  const lists = await Promise.all(Object.values(READERS).map((read) => read(deps, filter, wantedParts)));
  return lists
    .flat()
    .sort((a, b) => compareKeys(a.key, b.key))
    .slice(0, filter.limit);
}

/** Returns whether a filter includes earnings of a type and stage (null = without a stage). */
export function isWanted(filter: TypeFilter, type: EarningsType, stage: EarningsStage | null): boolean {
  return (
    (filter.type === undefined || filter.type === type) &&
    (filter.stage === undefined || filter.stage === stage) &&
    (filter.currency === undefined || filter.currency === EARNINGS_TYPES[type].currency)
  );
}

async function listOfRounds(
  { db }: EarningsDeps,
  filter: EarningsFilter,
  parts: readonly TypedPart[],
): Promise<Earning[]> {
  const byKind = new Map(parts.flatMap((part) => (part.from === 'rounds' ? [[part.kind, part] as const] : [])));
  const earnings = await readRoundEarnings(db, { ...filter, kinds: [...byKind.keys()] });
  return earnings.flatMap(({ key, kind, amount, invitedRank, ...round }) => {
    const part = byKind.get(kind);
    return part === undefined
      ? []
      : [{ key, type: part.type, stage: part.stage, amount, round, day: null, machines: null, invitedRank }];
  });
}

async function listOfPools(
  { db }: EarningsDeps,
  filter: EarningsFilter,
  parts: readonly TypedPart[],
): Promise<Earning[]> {
  const byPool = new Map(parts.flatMap((part) => (part.from === 'pools' ? [[part.pool, part] as const] : [])));
  const earnings = await readPoolEarnings(db, { ...filter, pools: [...byPool.keys()] });
  return earnings.flatMap(({ key, pool, amount, day }) => {
    const part = byPool.get(pool);
    return part === undefined
      ? []
      : [{ key, type: part.type, stage: part.stage, amount, round: null, day, machines: null, invitedRank: null }];
  });
}

async function listOfMining(
  { listMined }: EarningsDeps,
  filter: EarningsFilter,
  parts: readonly TypedPart[],
): Promise<Earning[]> {
  if (parts.every((part) => part.from !== 'mining')) return [];
  const days = await listMined(filter);
  return days.map((day) => ({ ...day, type: 'hash-rate-output', stage: null, round: null, invitedRank: null }));
}

/** Newest first. */
function compareKeys(a: EarningKey, b: EarningKey): number {
  for (const part of ['atUs', 'code', 'id'] as const) {
    if (a[part] !== b[part]) return a[part] > b[part] ? -1 : 1;
  }
  return 0;
}

/** In base units: the total, the sum since the UTC day began, and those over 7 and 30 UTC days including today. */
export type EarnedSums = Readonly<Record<'total' | 'today' | 'week' | 'month', TokenAmount>>;

/** Returns a user's earnings by type, and the paid and pending amounts of each stage. */
export async function readEarnings(
  { db, readMined }: EarningsDeps,
  userId: bigint,
): Promise<Pick<EarningTotals, 'stages' | 'toCache'> & { readonly byType: Record<EarningsType, EarnedSums> }> {
  const [rounds, pools, mined] = await Promise.all([
    readEarningTotals(db, userId),
    readPoolTotals(db, userId),
    readMined(userId),
  ]);
  const { stages, toCache } = rounds;
  return {
    stages,
    toCache,
    byType: {
      ...rounds.byKind,
      'hash-rate-output': mined,
      'node-output': pools.nodes,
      'level-output': pools.levels,
    },
  };
}
