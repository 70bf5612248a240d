import type { Currency } from '@city-mint/domain/ledger/currencies';
import { sumAmounts, type TokenAmount } from '@city-mint/domain/money/token-amount';
import {
  EARNINGS_STAGES,
  EARNINGS_TYPE_NAMES,
  EARNINGS_TYPES,
  type EarningsStage,
  type EarningsType,
} from '@city-mint/domain/rewards/earnings-types';
import type { SpanSum, SpansOrder } from '#platform/database/time-spans.ts';
import type { RoundSpans } from '#rounds/earnings/queries/earned-spans.ts';
import { type EarningsDeps, isWanted, type TypeFilter } from './earnings.ts';
import { readPoolSpans } from './pools.ts';

type TypedSum = SpanSum & { readonly type: EarningsType; readonly stage: EarningsStage | null };

/** A user's earnings in consecutive spans, base units. */
export type EarnedSpans = {
  /** Returns the sum of earnings in a span, in a currency and of a type; an omitted condition includes all. */
  readonly sumOf: (which: { span?: number; currency?: Currency; type?: EarningsType }) => TokenAmount;
  /** JU that orders of rounds settled within the bounds did not return. */
  readonly cost: TokenAmount;
  /** The number of orders and rewards read for this result that could be cached. */
  readonly toCache: number;
};

/**
 * Returns a user's earnings of some types in each span, those of rounds as `roundSpansOf` reads them.
 * docs/money-rules.md#5-settlement
 */
export async function readEarnedSpans(
  deps: EarningsDeps & { readonly roundSpansOf: (asked: SpansOrder) => Promise<RoundSpans> },
  { filter, ...order }: SpansOrder & { readonly filter: TypeFilter },
): Promise<EarnedSpans> {
  const [{ sums: roundSums, toCache }, poolSums, minedSums] = await Promise.all([
    deps.roundSpansOf(order),
    readPoolSpans(deps.db, order),
    deps.readMinedSpans(order),
  ]);
  const all: readonly TypedSum[] = [
    ...roundSums.flatMap(({ kind, stage, ...sum }): TypedSum[] =>
      kind === 'cost' ? [] : [{ ...sum, type: kind, stage: EARNINGS_STAGES[(stage ?? 0) - 1] ?? null }],
    ),
    ...poolSums.map(
      ({ pool, ...sum }): TypedSum => ({
        ...sum,
        type: pool === 'nodes' ? 'node-output' : 'level-output',
        stage: null,
      }),
    ),
    ...minedSums.map((sum): TypedSum => ({ ...sum, type: 'hash-rate-output', stage: null })),
  ];
  const wanted = all.filter(({ type, stage }) => isWanted(filter, type, stage));
  const bySpan = Map.groupBy(wanted, ({ span }) => span);
  return {
    sumOf: ({ span, currency, type }) =>
      sumAmounts(
        (span === undefined ? wanted : (bySpan.get(span) ?? []))
          .filter(
            (sum) =>
              (type === undefined || sum.type === type) &&
              (currency === undefined || EARNINGS_TYPES[sum.type].currency === currency),
          )
          .map(({ amount }) => amount),
      ),
    cost: sumAmounts(roundSums.flatMap(({ kind, amount }) => (kind === 'cost' ? [amount] : []))),
    toCache,
  };
}

/** Returns the types that a filter includes. */
export function typesOf(filter: TypeFilter): readonly EarningsType[] {
  const stages = [null, ...EARNINGS_STAGES];
  return EARNINGS_TYPE_NAMES.filter((type) => stages.some((stage) => isWanted(filter, type, stage)));
}
