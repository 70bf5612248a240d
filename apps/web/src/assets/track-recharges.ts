import type { Currency } from './assets-search.ts';
import type { SentTransaction } from './sent-transactions.ts';

/** `sent`: not in a block yet, as far as is known; `credited`: in the system assets. */
export type RechargeStage = 'sent' | 'confirming' | 'credited' | 'failed';

export type TrackedRecharge = {
  readonly hash: string;
  readonly currency: Currency;
  readonly amount: string;
  readonly stage: RechargeStage;
  readonly confirmations: number;
  readonly confirmationsNeeded: number;
  /** Its record; null while the server does not know it. */
  readonly eventId: string | null;
};

type Event = {
  readonly eventId: string;
  readonly txHash: string | null;
  readonly status: 'in-progress' | 'completed' | 'failed';
  readonly confirmations: number | null;
  readonly confirmationsNeeded: number;
  readonly currency: Currency;
  readonly quantity: string;
};

type TrackInput = {
  readonly sent: readonly SentTransaction[];
  readonly events: readonly Event[];
  /** What the chain says of transactions that the server does not know yet. */
  readonly reverted: readonly string[];
  readonly confirmationsNeeded: number;
};

/** Where each recharge stands: those sent from this device, and those under way that the server sees; newest first. */
export function trackRecharges(input: TrackInput): readonly TrackedRecharge[] {
  const { sent, events } = input;
  const fromHere = sent.map((transaction) => trackSent(transaction, input)).reverse();
  const elsewhere = events.flatMap((event) =>
    event.status !== 'in-progress' || sent.some(({ hash }) => hash === event.txHash) ? [] : [trackEvent(event)],
  );
  return [...fromHere, ...elsewhere];
}

function trackSent(transaction: SentTransaction, { events, reverted, confirmationsNeeded }: TrackInput) {
  const { hash, currency, amount } = transaction;
  const event = events.find(({ txHash }) => txHash === hash);
  if (event !== undefined) return trackEvent(event);
  const stage: RechargeStage = reverted.includes(hash) ? 'failed' : 'sent';
  return { hash, currency, amount, stage, confirmations: 0, confirmationsNeeded, eventId: null };
}

function trackEvent(event: Event): TrackedRecharge {
  const stages = { 'in-progress': 'confirming', completed: 'credited', failed: 'failed' } as const;
  return {
    hash: event.txHash ?? event.eventId,
    currency: event.currency,
    amount: event.quantity,
    stage: stages[event.status],
    confirmations: event.confirmations ?? (event.status === 'completed' ? event.confirmationsNeeded : 0),
    confirmationsNeeded: event.confirmationsNeeded,
    eventId: event.eventId,
  };
}
