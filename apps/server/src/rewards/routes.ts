import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import type { rewardsEndpoints } from '@city-mint/api-contract/rewards/endpoints';
import type { Currency } from '@city-mint/domain/ledger/currencies';
import { utcDay } from '@city-mint/domain/miner/mining-day';
import { formatAmount } from '@city-mint/domain/money/amount-text';
import { sumAmounts } from '@city-mint/domain/money/token-amount';
import {
  EARNINGS_STAGES,
  EARNINGS_TYPE_NAMES,
  EARNINGS_TYPES,
  type EarningsType,
} from '@city-mint/domain/rewards/earnings-types';
import { DAY_MS } from '@city-mint/domain/time/durations';
import { findTransferIds, type TransferKey } from '#ledger/transfers/queries.ts';
import type { Handlers } from '#platform/http/handler.ts';
import { readPage, TIMELINE_KEY } from '#platform/paging.ts';
import { type CachingDeps, readCachingTotals } from '#rounds/earnings/commands.ts';
import { readEarnedFinalUntil, readRoundSpans } from '#rounds/earnings/queries/earned-spans.ts';
import type { StageTotals } from '#rounds/earnings/queries/earning-totals.ts';
import { createSpanMemory } from '#rounds/earnings/queries/span-memory.ts';
import { type EarnedSpans, readEarnedSpans, typesOf } from './queries/earned-spans.ts';
import {
  type EarnedSums,
  type Earning,
  type EarningsDeps,
  listEarnings,
  readEarnings,
  type TypeFilter,
} from './queries/earnings.ts';
import { type PoolDayInputs, readPoolDayInputs } from './queries/pool-day-inputs.ts';

const CURRENCY_NAMES = ['JU', 'FMC'] as const satisfies readonly Currency[];

/** Returns the handlers of the endpoints of rewards. */
export function rewardsRoutes(deps: EarningsDeps & CachingDeps): Handlers<keyof typeof rewardsEndpoints> {
  const { db } = deps;
  const roundSpansOf = createSpanMemory({
    read: (asked) => readRoundSpans(db, asked),
    finalUntil: () => readEarnedFinalUntil(db),
  });
  return {
    async 'POST /api/biz/aic/profits'({ cursor, limit, ...filter }, { participant: { userId } }) {
      const page = await readPage(
        { cursor, limit },
        {
          format: TIMELINE_KEY,
          read: (asked) => listEarnings(deps, { ...filter, userId, ...asked }),
          keyOf: ({ key }) => key,
        },
      );
      if ('refusal' in page) return page;
      const transferIds = await findTransferIds(db, page.items.flatMap(transferKeys));
      const idOf = new Map(page.items.filter(hasTransfer).map(({ key }, index) => [key, transferIds[index] ?? null]));
      return { data: { ...page, items: page.items.map((item) => toWireEarning(item, idOf.get(item.key) ?? null)) } };
    },

    async 'POST /api/biz/profit/spans'({ bounds, ...filter }, { participant: { userId } }) {
      const read = () => readEarnedSpans({ ...deps, roundSpansOf }, { userId, bounds, filter });
      const earned = await readCachingTotals(deps, { userId, read });
      return { data: toWireSpans(bounds, filter, earned) };
    },

    async 'POST /api/biz/profit/poolDay'({ pool, day }, { participant: { userId } }) {
      const inputs = await readPoolDayInputs(db, { userId, pool, day: utcDay(day) });
      return inputs === undefined ? { refusal: 'not-found' } : { data: toWirePoolDay(inputs) };
    },

    async 'GET /api/biz/profit/view'(_request, { participant }) {
      const { userId } = participant;
      const { byType, stages } = await readCachingTotals(deps, { userId, read: () => readEarnings(deps, userId) });
      return { data: toWireView(byType, stages) };
    },
  };
}

/** The output of machines on a day is paid by one transfer per machine. */
function hasTransfer({ type }: Earning): boolean {
  return type !== 'hash-rate-output';
}

const STEP_OF_STAGES = { first: 0, second: 2, third: 3 } as const;

function transferKeys(earning: Earning): TransferKey[] {
  if (!hasTransfer(earning)) return [];
  const step = earning.stage === null ? 0 : STEP_OF_STAGES[earning.stage];
  return [{ kind: EARNINGS_TYPES[earning.type].transfer, sourceId: earning.key.id, step }];
}

function toWireEarning(
  earning: Earning,
  transferId: bigint | null,
): ReplyOf<'POST /api/biz/aic/profits'>['items'][number] {
  const { type, stage, amount, round, day, key, machines, invitedRank } = earning;
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
    transferId: transferId === null ? null : transferId.toString(),
    ...{ machines, invitedRank },
  };
}

function toWirePoolDay(inputs: PoolDayInputs): ReplyOf<'POST /api/biz/profit/poolDay'> {
  return {
    ...inputs,
    left: formatAmount(inputs.left),
    fees: formatAmount(inputs.fees),
    release: formatAmount(inputs.release),
    attributed: formatAmount(inputs.attributed),
    weights: formatAmount(inputs.weights),
  };
}

function toWireSpans(
  bounds: readonly number[],
  filter: TypeFilter,
  { sumOf, cost }: EarnedSpans,
): ReplyOf<'POST /api/biz/profit/spans'> {
  return {
    spans: bounds.slice(0, -1).map((from, span) => ({
      from,
      to: bounds[span + 1] ?? from,
      JU: formatAmount(sumOf({ span, currency: 'JU' })),
      FMC: formatAmount(sumOf({ span, currency: 'FMC' })),
    })),
    byType: typesOf(filter).map((type) => ({
      type,
      currency: EARNINGS_TYPES[type].currency,
      total: formatAmount(sumOf({ type })),
    })),
    byCurrency: CURRENCY_NAMES.map((currency) => ({ currency, total: formatAmount(sumOf({ currency })) })),
    cost: formatAmount(cost),
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
