import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { shareBps } from '#ui/share-bps.ts';

export type OrderDetails = ReplyOf<'POST /api/biz/mint/detail'>;

/**
 * A stage of an order: `part` is the completed share from 0 to 1, less than 1 for a window that ended unfilled; `at`
 * is the time of completion.
 */
export type OrderStep = {
  readonly step: 'window' | 'settlement' | 'payout';
  readonly state: 'done' | 'now' | 'ahead';
  readonly part: number;
  readonly at: number | null;
};

/** The next event and its time `at`, null if it has no fixed time. */
export type NextEvent =
  | { readonly kind: 'opens' | 'closes'; readonly at: number }
  | { readonly kind: 'stage'; readonly stage: number; readonly at: number }
  | { readonly kind: 'paused' | 'settling' | 'claim' | 'allPaid' | 'returned'; readonly at: null };

export type OrderProgress = {
  readonly steps: readonly OrderStep[];
  readonly next: NextEvent;
};

type ProgressInput = Pick<OrderDetails, 'settlement'> & {
  readonly order: Pick<OrderDetails['order'], 'state'>;
  readonly round: Pick<
    OrderDetails['round'],
    'state' | 'opensAt' | 'closesAt' | 'pausedSince' | 'endedAt' | 'filled' | 'quota'
  >;
};

/** Returns the progress of an order: the window of its round, the settlement, and the payout. */
export function orderProgress({ order, round, settlement }: ProgressInput): OrderProgress {
  const filled = shareBps(round.filled, round.quota) / 10_000;
  if (settlement !== null) {
    const done = { state: 'done', part: 1 } as const;
    return {
      steps: [
        { step: 'window', ...done, part: filled, at: round.endedAt },
        { step: 'settlement', ...done, at: settlement.settledAt },
        payoutStep(settlement),
      ],
      next: nextPayment(settlement, order.state === 'claimable'),
    };
  }
  const isOpen = round.state === 'open' || round.state === 'scheduled';
  return {
    steps: [
      isOpen
        ? { step: 'window', state: 'now', part: filled, at: null }
        : { step: 'window', state: 'done', part: filled, at: round.endedAt },
      { step: 'settlement', state: isOpen ? 'ahead' : 'now', part: 0, at: null },
      { step: 'payout', state: 'ahead', part: 0, at: null },
    ],
    next: nextOfWindow(round, isOpen),
  };
}

function nextOfWindow({ state, opensAt, closesAt, pausedSince }: ProgressInput['round'], isOpen: boolean): NextEvent {
  if (!isOpen) return { kind: 'settling', at: null };
  if (pausedSince !== null) return { kind: 'paused', at: null };
  return state === 'scheduled' ? { kind: 'opens', at: opensAt } : { kind: 'closes', at: closesAt };
}

type Settlement = NonNullable<OrderDetails['settlement']>;

function payoutStep({ minted, settledAt }: Settlement): OrderStep {
  const stages = minted?.stages ?? [];
  const paid = stages.flatMap(({ paidAt }) => paidAt ?? []);
  const isDone = paid.length === stages.length;
  return {
    step: 'payout',
    state: isDone ? 'done' : 'now',
    part: stages.length === 0 ? 1 : paid.length / stages.length,
    at: isDone ? Math.max(settledAt, ...paid) : null,
  };
}

function nextPayment({ minted }: Settlement, isClaimable: boolean): NextEvent {
  if (minted === null) return { kind: isClaimable ? 'claim' : 'returned', at: null };
  const due = minted.stages.find(({ paidAt }) => paidAt === null);
  return due === undefined ? { kind: 'allPaid', at: null } : { kind: 'stage', stage: due.stage, at: due.dueAt };
}
