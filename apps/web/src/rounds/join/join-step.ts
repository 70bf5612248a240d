import type { JoinedOrder, JoinOutcome } from './join-flow.ts';

/** The step of a join: the amount, the consent before the first join or after a change, the order. */
export type JoinStep =
  | { readonly kind: 'amount'; readonly refusal: JoinRefusal | null }
  /** The confirmed amount is being sent. */
  | { readonly kind: 'sending' }
  | { readonly kind: 'consent' }
  | { readonly kind: 'done'; readonly order: JoinedOrder };

export type JoinRefusal = { readonly error: string; readonly text: string };

/** The first step, and the one to return to. */
export const AMOUNT_STEP: JoinStep = { kind: 'amount', refusal: null };

/** Returns the step that follows from the outcome of a join. */
export function stepAfter(outcome: JoinOutcome): JoinStep {
  switch (outcome.kind) {
    case 'joined':
      return { kind: 'done', order: outcome.order };
    case 'unknown':
      return AMOUNT_STEP;
    case 'refused':
      if (outcome.error === 'consent-required') return { kind: 'consent' };
      return { kind: 'amount', refusal: { error: outcome.error, text: outcome.text } };
  }
}

/** The state of the button that confirms a join. */
export type ConfirmStatus = 'signed-out' | 'wrong-chain' | 'sending' | 'waiting' | 'open' | 'closed';

type ConfirmStatusInput = {
  /** The signed-in address on our chain, or null. */
  readonly account: string | null;
  /** Signed in, on any chain. */
  readonly canRead: boolean;
  readonly step: JoinStep;
  readonly hasPendingJoin: boolean;
  /** The round is not open, or joining is paused or not allowed in the user's region. */
  readonly isClosed: boolean;
};

/** Returns the status of the confirm button; `waiting` while the outcome of an earlier join is unknown. */
export function confirmStatus(input: ConfirmStatusInput): ConfirmStatus {
  const { account, canRead, step, hasPendingJoin, isClosed } = input;
  if (account === null) return canRead ? 'wrong-chain' : 'signed-out';
  if (step.kind === 'sending') return 'sending';
  if (hasPendingJoin) return 'waiting';
  return isClosed ? 'closed' : 'open';
}
