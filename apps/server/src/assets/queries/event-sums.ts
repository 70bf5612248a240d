import type { Currency } from '@city-mint/domain/ledger/currencies';
import { sumAmounts, type TokenAmount, tokenAmount } from '@city-mint/domain/money/token-amount';
import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';
import { isWithin, type SpanSum, type SpansOrder, spanOf } from '#platform/database/time-spans.ts';
import { readPendingDeposits } from '../recharges/queries.ts';
import { storedCurrency } from '../stored-currency.ts';

type MovementKind = 'recharged' | 'withdrawn';
type MovementSum = SpanSum & { readonly kind: MovementKind; readonly currency: Currency };

/** A user's recharges and withdrawals in consecutive spans, base units. */
export type EventSums = {
  /** Returns the sum of one kind in one currency, in one span or, without `span`, in all. */
  readonly sumOf: (which: { kind: MovementKind; currency: Currency; span?: number }) => TokenAmount;
};

/**
 * Returns the sums of a user's recharges and withdrawals in each span, at the times that the list shows. Includes
 * pending events, and excludes returned withdrawals. `account` (EIP-55) is the user's own address.
 */
export async function readEventSums(
  db: Database,
  { userId, bounds, account }: SpansOrder & { readonly account: string },
): Promise<EventSums> {
  // Read first: a deposit that becomes final between the queries counts as pending, and is excluded from the credited.
  const pending = await readPendingDeposits(db, account);
  const credited = await readStored(db, { userId, bounds, without: pending.map(({ event }) => event.sequence) });
  const sums = [
    ...credited,
    ...pending.flatMap(({ event, currency, amount }): MovementSum[] => {
      const span = bounds.findLastIndex((bound) => bound <= event.blockAt.getTime());
      const isInside = span >= 0 && span < bounds.length - 1;
      return isInside ? [{ span, kind: 'recharged', currency, amount }] : [];
    }),
  ];
  return {
    sumOf: ({ kind, currency, span }) =>
      sumAmounts(
        sums
          .filter((sum) => sum.kind === kind && sum.currency === currency && (span === undefined || sum.span === span))
          .map(({ amount }) => amount),
      ),
  };
}

async function readStored(
  db: Database,
  { userId, bounds, without }: SpansOrder & { readonly without: readonly bigint[] },
): Promise<MovementSum[]> {
  const { rows } = await sql<{ span: number; kind: MovementKind; currency: number; amount: bigint }>`
    select ${spanOf(sql`at`, bounds)} as span, kind, currency, sum(amount) as amount
    from (
      select 'recharged' as kind, block_at as at, currency, amount from recharge
        where user_id = ${userId} and seq <> all (${without.map(String)}::bigint[])
      union all
      select 'withdrawn', requested_at, currency, amount from withdrawal
        where user_id = ${userId} and state <> 'returned'
    ) as movement
    where ${isWithin(sql`at`, bounds)}
    group by 1, 2, 3`.execute(db);
  return rows.map(({ span, kind, currency, amount }) => ({
    span,
    kind,
    currency: storedCurrency(currency),
    amount: tokenAmount(amount),
  }));
}
