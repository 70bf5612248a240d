/** The reasons why a withdrawal is neither paid nor returned yet. */
export const WITHDRAWAL_WAITS = [
  // Two operators must approve it: its amount is above the threshold.
  'approval',
  // Its recipient is new to the user.
  'address-on-hold',
  // The limits of a day do not permit it now; the signer tries again.
  'limit-of-day',
  // No voucher is signed while withdrawals are paused.
  'paused',
  // The chain was never read, or reading it is halted: no voucher is signed, and no payment is seen.
  'chain',
  // The signer has it next.
  'signer',
  // Its voucher is valid: the user's own wallet sends it.
  'owner',
  // Its payment is in a block that is not final.
  'confirmations',
  // Its voucher can no longer be sent: returned once a final block is past the deadline, or signed again.
  'expiry',
  // Operators cancelled it: returned once no voucher of it can be redeemed.
  'cancellation',
] as const;
export type WithdrawalWait = {
  readonly reason: (typeof WITHDRAWAL_WAITS)[number];
  /** When that ends by itself, or is tried again (UTC milliseconds); null where no time is known. */
  readonly until: number | null;
};

/** The facts behind the reasons of one withdrawal; times in UTC milliseconds. */
export type WaitFacts = {
  readonly state: string;
  /** When the worker has something to sign for it; null = nothing. */
  readonly dueAt: number | null;
  /** Of its last voucher; null = none was signed. */
  readonly deadline: number | null;
  readonly isCancelAsked: boolean;
  /** Whether its payment was observed in a block that is not final. */
  readonly isPaymentSeen: boolean;
  /** From when on the recipient may be paid; null for the user's own address. */
  readonly recipientFreeAt: number | null;
  readonly now: number;
  /** Whether withdrawals are paused, and whether the chain is read. */
  readonly isPaused: boolean;
  readonly isChainRead: boolean;
};

/** Returns every reason why a withdrawal waits; none once it is paid or returned. */
export function withdrawalWaits(facts: WaitFacts): WithdrawalWait[] {
  const own = ownWaits(facts);
  if (own.length === 0) return [];
  const needsSigner = facts.state !== 'signed' || facts.dueAt !== null;
  return [
    ...own,
    ...(facts.isPaused && needsSigner ? [{ reason: 'paused', until: null } as const] : []),
    ...(facts.isChainRead ? [] : [{ reason: 'chain', until: null } as const]),
  ];
}

function ownWaits(facts: WaitFacts): WithdrawalWait[] {
  const { state, dueAt, deadline, recipientFreeAt, now } = facts;
  const held: WithdrawalWait[] =
    recipientFreeAt !== null && recipientFreeAt > now ? [{ reason: 'address-on-hold', until: recipientFreeAt }] : [];
  if (state === 'requested') return [{ reason: 'approval', until: null }, ...held];
  if (state === 'approved') return held.length > 0 ? held : [signing(dueAt, now)];
  if (state !== 'signed') return [];
  if (facts.isPaymentSeen) return [{ reason: 'confirmations', until: null }];
  const isSendable = deadline !== null && deadline > now;
  if (facts.isCancelAsked) return [{ reason: 'cancellation', until: isSendable ? deadline : null }];
  if (isSendable) return [{ reason: 'owner', until: deadline }];
  return dueAt === null ? [{ reason: 'expiry', until: null }] : [signing(dueAt, now)];
}

/** Only a new address and the limits of a day postpone a signature. */
function signing(dueAt: number | null, now: number): WithdrawalWait {
  return dueAt !== null && dueAt > now ? { reason: 'limit-of-day', until: dueAt } : { reason: 'signer', until: null };
}
