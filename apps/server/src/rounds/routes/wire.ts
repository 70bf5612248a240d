import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { settlementPath } from '@city-mint/api-contract/rounds/settlement-path';
import { formatAmount } from '@city-mint/domain/money/amount-text';
import { divide, floorShare } from '@city-mint/domain/money/division';
import { smallestAmount, type TokenAmount, tokenAmount } from '@city-mint/domain/money/token-amount';
import { remainingWindowMs } from '@city-mint/domain/rounds/paused-window';
import type { JoinPreview } from '@city-mint/domain/rounds/preview-join';
import { coverageOf, type RoundNow } from '../offers/queries/rounds.ts';
import type { OrderSettlement } from '../orders/queries/order-settlement.ts';
import type { OrderTotals } from '../orders/queries/order-totals.ts';
import type { MyOrder } from '../orders/queries/orders.ts';
import { drawnBefore, type FundsNow } from '../reserve/queries.ts';
import type { PublishedFile } from '../settlement-file/queries.ts';

type WireDetail = ReplyOf<'POST /api/biz/mint/detail'>;

/**
 * Returns a round as callers see it; `now` in UTC milliseconds. The reserve covers it with the remainder after the
 * maximum draws of all rounds that end before it.
 */
export function toWireRound(round: RoundNow, { now, funds }: { now: number; funds: FundsNow }): WireDetail['round'] {
  const { terms } = round;
  const drawnFirst = drawnBefore(round.roundId, funds);
  return {
    roundId: round.roundId.toString(),
    cityId: round.cityId.toString(),
    city: terms.city,
    phase: terms.phase,
    number: terms.number,
    state: round.state,
    opensAt: terms.opensAt,
    closesAt: round.closesAt.getTime(),
    pausedSince: round.pausedSince?.getTime() ?? null,
    remainingMs: remainingWindowMs(
      { opensAt: terms.opensAt, closesAt: round.closesAt.getTime() },
      { now, pausedSince: round.pausedSince?.getTime() ?? null },
    ),
    quota: formatAmount(terms.quota),
    minimum: formatAmount(terms.minimum),
    walletMaximum: formatAmount(terms.walletMaximum),
    filled: formatAmount(round.filled),
    orders: round.orders,
    mintAmount: formatAmount(terms.mintAmount),
    expectedFmc: round.outcome === null ? formatAmount(smallestAmount(terms.mintAmount, funds.emission)) : null,
    maximumLoss: formatAmount(floorShare(terms.quota, terms.lossBps)),
    coverageBps: coverageOf(terms, tokenAmount(funds.reserve - drawnFirst)),
    drawnFirst: formatAmount(drawnFirst),
    nextPhaseTime: round.nextPhaseTime?.getTime() ?? null,
    settledAt: round.settledAt?.getTime() ?? null,
    outcome: round.outcome,
    endedAt: round.endedAt?.getTime() ?? null,
    cancellation: round.cancellation,
  };
}

/**
 * Returns an order as callers see it, amounts in whole units. Until the outcome is known: the FMC of a full round as an
 * estimate, limited by the remaining emission (base units), and the maximum cost of a failure.
 */
export function toWireOrder(order: MyOrder, { emission }: Pick<FundsNow, 'emission'>): WireDetail['order'] {
  // The outcome is stored; possible outcomes follow from terms, if they can be read.
  const open = order.outcome === null ? order.terms : null;
  const estimatedUnits =
    open && divide(smallestAmount(open.mintAmount, emission) * order.accepted, { by: open.quota, rounding: 'down' });
  return {
    orderId: order.orderId.toString(),
    roundId: order.roundId.toString(),
    city: order.city,
    phase: order.phase,
    number: order.number,
    roundState: order.roundState,
    state: order.state,
    asked: formatAmount(tokenAmount(order.asked)),
    accepted: formatAmount(tokenAmount(order.accepted)),
    rank: order.rank,
    reverseRank: order.reverseRank,
    joinedAt: order.joinedAt.getTime(),
    late: order.late,
    automatic: order.automatic,
    outcome: order.outcome,
    fmcPaid: formatAmount(tokenAmount(order.fmcPaid)),
    fmcDue: formatAmount(tokenAmount(order.fmcDue)),
    estimatedFmc: estimatedUnits === null ? null : formatAmount(tokenAmount(estimatedUnits)),
    maximumLoss: open && formatAmount(floorShare(tokenAmount(order.accepted), open.lossBps)),
    netJu: order.net === null ? null : formatSigned(order.net),
    unreadable: order.terms === null,
  };
}

/** Returns the settlement of an order as callers see it, amounts in whole units; null for none. */
export function toWireSettlement(settlement: OrderSettlement | null): WireDetail['settlement'] {
  if (settlement === null) return null;
  const { minted, failed, cancelled } = settlement;
  return {
    settledAt: settlement.settledAt.getTime(),
    minted: minted && {
      principal: formatAmount(minted.principal),
      fee: formatAmount(minted.fee),
      split: formatAmount(minted.split),
      stages: minted.stages.map(({ stage, amount, dueAt, paidAt }) => ({
        stage,
        amount: formatAmount(amount),
        dueAt: dueAt.getTime(),
        paidAt: paidAt?.getTime() ?? null,
      })),
    },
    failed: failed && {
      refund: formatAmount(failed.refund),
      loss: formatAmount(failed.loss),
      compensation: formatAmount(failed.compensation),
      hashPower: formatAmount(failed.hashPower),
    },
    cancelled: cancelled && { refund: formatAmount(cancelled.refund) },
  };
}

/** Returns the files of a round's settlement as callers see them, each with its path. */
export function toWireFiles(files: readonly PublishedFile[], roundId: string): WireDetail['files'] {
  return files.map((file) => ({ ...file, path: settlementPath(roundId, file.format) }));
}

/** Returns the totals of a user's orders as callers see them, amounts in whole units. */
export function toWireTotals({
  byOutcome,
  netJu,
  days,
  ...amounts
}: OrderTotals): ReplyOf<'POST /api/biz/mint/totals'> {
  const count = ({ orders, joined }: OrderTotals['byOutcome']['active']) => ({ orders, joined: formatAmount(joined) });
  return {
    byOutcome: {
      active: count(byOutcome.active),
      minted: count(byOutcome.minted),
      failed: count(byOutcome.failed),
      cancelled: count(byOutcome.cancelled),
    },
    joined: formatAmount(amounts.joined),
    inRounds: formatAmount(amounts.inRounds),
    returned: formatAmount(amounts.returned),
    compensation: formatAmount(amounts.compensation),
    split: formatAmount(amounts.split),
    netJu: formatSigned(netJu),
    fmcPaid: formatAmount(amounts.fmcPaid),
    fmcDue: formatAmount(amounts.fmcDue),
    days: days.map((day) => ({
      at: day.at.getTime(),
      orders: day.orders,
      netJu: formatSigned(day.net),
      fmc: formatAmount(day.fmc),
    })),
  };
}

/** Returns the preview of a join as callers see it, amounts in whole units. */
export function toWirePreview(
  preview: JoinPreview,
  { drawnFirst }: { readonly drawnFirst: TokenAmount },
): ReplyOf<'POST /api/app/preview'> {
  return {
    accepted: formatAmount(preview.accepted),
    rank: preview.rank,
    success: {
      principal: formatAmount(preview.minted.principal),
      fee: formatAmount(preview.minted.fee),
      fmc: formatAmount(preview.minted.total),
      stages: preview.minted.stages.map(formatAmount),
    },
    failures: preview.failed.map((failure) => ({
      atBps: failure.stopsAtBps,
      position: failure.position,
      refund: formatAmount(failure.refund),
      loss: formatAmount(failure.loss),
      compensation: formatAmount(failure.compensation),
      hashPower: formatAmount(failure.hashPower),
    })),
    maximumLoss: formatAmount(preview.maximumLoss),
    coverageBps: preview.coverageBps,
    drawnFirst: formatAmount(drawnFirst),
  };
}

/** Returns a net result, which may be negative, in whole units. */
export function formatSigned(units: bigint): string {
  return units < 0n ? `-${formatAmount(tokenAmount(-units))}` : formatAmount(tokenAmount(units));
}
