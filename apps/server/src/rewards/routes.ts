import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import type { rewardsEndpoints } from '@city-mint/api-contract/rewards/endpoints';
import type { Currency } from '@city-mint/domain/ledger/currencies';
import { formatAmount } from '@city-mint/domain/money/amount-text';
import { sumAmounts } from '@city-mint/domain/money/token-amount';
import {
  EARNINGS_STAGES,
  EARNINGS_TYPE_NAMES,
  EARNINGS_TYPES,
  type EarningsType,
} from '@city-mint/domain/rewards/earnings-types';
import type { Handlers } from '#platform/http/handler.ts';
import { readPage, TIMELINE_KEY } from '#platform/paging.ts';
import { cacheClosedEarnings } from '#rounds/earnings/commands.ts';
import type { StageTotals } from '#rounds/earnings/queries/earning-totals.ts';
import { type EarnedSums, type Earning, listEarnings, readEarnings, type TotalsDeps } from './queries/earnings.ts';

/** Of a user with more orders than this the sums of closed rounds are cached. */
const MANY_ORDERS = 1_000;
const DAY_MS = 86_400_000;
const CURRENCY_NAMES = ['JU', 'FMC'] as const satisfies readonly Currency[];

/** Returns the handlers of the endpoints of rewards. */
export function rewardsRoutes(deps: TotalsDeps): Handlers<keyof typeof rewardsEndpoints> {
  const { db } = deps;
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
      const { byType, stages, ordersRead } = await readEarnings(deps, userId);
      if (ordersRead > MANY_ORDERS) await cacheClosedEarnings(db, userId);
      return { data: toWireView(byType, stages) };
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

function toWireView(
  earned: Readonly<Record<EarningsType, EarnedSums>>,
  stages: readonly StageTotals[],
): ReplyOf<'GET /api/biz/profit/view'> {
  const ofCurrency = (currency: Currency) =>
    EARNINGS_TYPE_NAMES.filter((type) => EARNINGS_TYPES[type].currency === currency);
  const over = (types: readonly EarningsType[]) => {
    const sum = (span: keyof EarnedSums) => formatAmount(sumAmounts(types.map((type) => earned[type][span])));
    return { total: sum('total'), today: sum('today'), week: sum('week'), month: sum('month') };
  };
  return {
    byType: EARNINGS_TYPE_NAMES.map((type) => ({ type, currency: EARNINGS_TYPES[type].currency, ...over([type]) })),
    byStage: EARNINGS_STAGES.map((stage, index) => {
      const row = stages[index];
      return {
        stage,
        currency: 'FMC' as const,
        paid: formatAmount(row?.paid ?? 0n),
        pending: formatAmount(row?.pending ?? 0n),
        nextDueAt: row?.nextDueAt?.getTime() ?? null,
      };
    }),
    byCurrency: CURRENCY_NAMES.map((currency) => ({ currency, ...over(ofCurrency(currency)) })),
  };
}
