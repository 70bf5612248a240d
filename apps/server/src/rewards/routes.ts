import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import type { rewardsEndpoints } from '@city-mint/api-contract/rewards/endpoints';
import type { Currency } from '@city-mint/domain/ledger/currencies';
import { formatAmount } from '@city-mint/domain/money/amount-text';
import { sumAmounts, type TokenAmount } from '@city-mint/domain/money/token-amount';
import { EARNINGS_TYPES, type EarningsType } from '@city-mint/domain/rewards/earnings-types';
import type { Database } from '#platform/database/database.ts';
import type { Handlers } from '#platform/http/handler.ts';
import { readPage, TIMELINE_KEY } from '#platform/paging.ts';
import { cacheClosedEarnings } from '#rounds/earnings/commands.ts';
import { readEarningTotals } from '#rounds/earnings/queries/earning-totals.ts';
import { type Earning, listEarnings } from './queries/list-earnings.ts';
import { readPoolTotals } from './queries/read-pool-totals.ts';

type Sums = Readonly<Record<'total' | 'today' | 'week' | 'month', TokenAmount>>;

export type RewardsDeps = {
  readonly db: Database;
  /** What a user's machines mined, FMC in base units. */
  readonly readMined: (userId: bigint) => Promise<Sums>;
};

/** Of a user with more than so many, what closed rounds gave is summed up once. */
const MANY_ORDERS = 1_000;
const DAY_MS = 86_400_000;
const STAGES = ['first', 'second', 'third'] as const;
const TYPES = [
  'settle',
  'distribute',
  'reward',
  'split',
  'hash-rate-output',
  'node-output',
  'level-output',
] as const satisfies readonly EarningsType[];
const CURRENCIES = ['JU', 'FMC'] as const satisfies readonly Currency[];

/** The answers of rewards-endpoints.ts. */
export function rewardsRoutes({ db, readMined }: RewardsDeps): Handlers<keyof typeof rewardsEndpoints> {
  return {
    async 'POST /api/biz/aic/profits'({ cursor, limit, ...filter }, { participant: { userId } }) {
      const page = await readPage(
        { cursor, limit },
        {
          format: TIMELINE_KEY,
          read: (asked) => listEarnings(db, { ...filter, userId, ...asked }),
          keyOf: ({ key }) => key,
        },
      );
      return 'refusal' in page ? page : { data: { ...page, items: page.items.map(toWireEarning) } };
    },

    async 'GET /api/biz/profit/view'(_request, { participant }) {
      const { userId } = participant;
      const [rounds, pools, mined] = await Promise.all([
        readEarningTotals(db, userId),
        readPoolTotals(db, userId),
        readMined(userId),
      ]);
      if (rounds.ordersRead > MANY_ORDERS) await cacheClosedEarnings(db, userId);
      const sums = new Map<EarningsType, Sums>([
        ...rounds.byKind,
        ['hash-rate-output', mined],
        ['node-output', pools.nodes],
        ['level-output', pools.levels],
      ]);
      return { data: toWireView(sums, rounds.stages) };
    },
  };
}

function toWireEarning(earning: Earning): ReplyOf<'POST /api/biz/aic/profits'>['items'][number] {
  const { type, stage, amount, round, day, key } = earning;
  const { currency, source, rule } = EARNINGS_TYPES[type];
  return {
    type,
    stage,
    currency,
    amount: formatAmount(amount),
    at: Number(key.atUs / 1000n),
    source,
    rule,
    round: round && { ...round, roundId: round.roundId.toString() },
    day: day === null ? null : day * DAY_MS,
  };
}

type StageTotals = Awaited<ReturnType<typeof readEarningTotals>>['stages'];

function toWireView(sums: ReadonlyMap<EarningsType, Sums>, stages: StageTotals): ReplyOf<'GET /api/biz/profit/view'> {
  const ofCurrency = (currency: Currency) => TYPES.filter((type) => EARNINGS_TYPES[type].currency === currency);
  const over = (types: readonly EarningsType[]) => {
    const sum = (span: keyof Sums) => formatAmount(sumAmounts(types.flatMap((type) => sums.get(type)?.[span] ?? [])));
    return { total: sum('total'), today: sum('today'), week: sum('week'), month: sum('month') };
  };
  return {
    byType: TYPES.map((type) => ({ type, currency: EARNINGS_TYPES[type].currency, ...over([type]) })),
    byStage: STAGES.map((stage, index) => {
      const row = stages[index];
      return {
        stage,
        currency: 'FMC' as const,
        paid: formatAmount(row?.paid ?? 0n),
        pending: formatAmount(row?.pending ?? 0n),
        nextDueAt: row?.nextDueAt?.getTime() ?? null,
      };
    }),
    byCurrency: CURRENCIES.map((currency) => ({ currency, ...over(ofCurrency(currency)) })),
  };
}
