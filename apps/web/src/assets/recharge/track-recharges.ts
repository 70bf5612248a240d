import type { Currency } from '../assets-search.ts';
import type { SentTransaction } from '../chain/sent-transactions.ts';

/** `sent`: no known block includes it; `credited`: part of the system assets. */
export type RechargeStage = 'sent' | 'confirming' | 'credited' | 'failed';

export type TrackedRecharge = {
  readonly hash: string;
  readonly currency: Currency;
  readonly amount: string;
  readonly stage: RechargeStage;
  readonly confirmations: number;
  readonly confirmationsNeeded: number;
  /** Its id on the server; null until the server has seen it. */
  readonly eventId: string | null;
  /** The user may hide it: it failed, or no block has included it for so long that it is probably lost. */
  readonly canDismiss: boolean;
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
  /** The account's latest recharges as the server lists them, for those sent from this device. */
  readonly latest: readonly Event[];
  /** The account's recharges that are not final, for those sent elsewhere. */
  readonly pending: readonly Event[];
  /** Hashes of transactions that reverted on chain and that the server has not seen. */
  readonly reverted: readonly string[];
  readonly confirmationsNeeded: number;
  /** UTC milliseconds. */
  readonly now: number;
};

const LOST_AFTER_MS = 10 * 60_000;

/**
 * Returns the stages of recharges sent from this device and of others that the server reports, newest first.
 * Each recharge is read from one of the two lists: they are refreshed apart, and a recharge that changed between
 * them would lose confirmations.
 */
export function trackRecharges(input: TrackInput): readonly TrackedRecharge[] {
  const { sent, pending } = input;
  const sentFromHere = sent.map((transaction) => trackSent(transaction, input)).reverse();
  const sentElsewhere = pending.filter(({ txHash }) => !sent.some(({ hash }) => hash === txHash)).map(trackEvent);
  return [...sentFromHere, ...sentElsewhere];
}

function trackSent(transaction: SentTransaction, { latest, reverted, confirmationsNeeded, now }: TrackInput) {
  const { hash, currency, amount, sentAt } = transaction;
  const event = latest.find(({ txHash }) => txHash === hash);
  if (event !== undefined) return trackEvent(event);
  const stage: RechargeStage = reverted.includes(hash) ? 'failed' : 'sent';
  const canDismiss = stage === 'failed' || now - sentAt > LOST_AFTER_MS;
  return { hash, currency, amount, stage, confirmations: 0, confirmationsNeeded, eventId: null, canDismiss };
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
    canDismiss: false,
  };
}
