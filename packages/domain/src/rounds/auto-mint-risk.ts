import { divide } from '../money/division.ts';
import { smallestAmount, type TokenAmount, tokenAmount, ZERO } from '../money/token-amount.ts';
import { type AutoMintDecision, type AutoMintSettings, decideAutoMint } from './decide-auto-mint.ts';
import type { Terms } from './terms.ts';

/** A published round; `maximumLoss` is that of a full quota. JU in base units. */
export type AutoMintRound = Pick<Terms, 'quota' | 'minimum' | 'walletMaximum'> & { readonly maximumLoss: TokenAmount };

/** The user's balance and the settings that they would turn on; `failedRounds` count towards `stopAfterLosses`. */
export type AutoMintStart = {
  readonly available: TokenAmount;
  readonly failedRounds: number;
  readonly settings: Omit<AutoMintSettings, 'enabled'>;
};

export type AutoMintRisk = {
  /** The most that all orders in rounds that are not settled can lose together, before compensation. */
  readonly atATime: TokenAmount;
  /** How many rounds fail before it stops or cannot join; at most the assumed number. */
  readonly failedRounds: number;
  /** The balance after them, before compensation. */
  readonly left: TokenAmount;
};

/**
 * Returns the decision of auto-mint as the first to join this round, with `unsettled` of its orders in other rounds.
 * docs/money-rules.md#4-join
 */
export function decideAsFirst(round: AutoMintRound, start: AutoMintStart, unsettled = 0): AutoMintDecision {
  const { available, failedRounds, settings } = start;
  const opened = { opensAt: 0, now: 0, closesAt: 1, state: 'open', paused: false, filled: ZERO, orders: 0 } as const;
  const user = { consented: true, alreadyJoined: ZERO, available, failedRounds, unsettledOrders: unsettled };
  return decideAutoMint({ ...round, ...opened, termsHash: '' }, user, { ...settings, enabled: true });
}

/** Returns the most that an order of this amount loses in a failed round, rounded up. */
export function largestLoss({ quota, maximumLoss }: AutoMintRound, amount: TokenAmount): TokenAmount {
  return quota === 0n ? ZERO : tokenAmount(divide(amount * maximumLoss, { by: quota, rounding: 'up' }));
}

/**
 * Returns the losses of auto-mint if this round and the next ones, all by its terms, fail in a row, `failures` in all,
 * and the reserve compensates nothing. docs/money-rules.md#4-join
 */
export function autoMintRisk(round: AutoMintRound, start: AutoMintStart, failures: number): AutoMintRisk {
  const { available, settings } = start;
  const free = smallestAmount(available, available - settings.keep);
  const first = joinInParallel(round, start, settings.parallelRounds);
  let { failedRounds } = start;
  let left = available;
  while (failedRounds - start.failedRounds < failures) {
    const most = failures - (failedRounds - start.failedRounds);
    const joined = joinInParallel(round, { ...start, available: left, failedRounds }, most);
    if (joined.rounds === 0) break;
    failedRounds += joined.rounds;
    left = tokenAmount(left - joined.loss);
  }
  return {
    // Without a limit of rounds, everything above what it keeps can be in rounds at the same time.
    atATime: settings.parallelRounds === 0 && first.rounds > 0 ? largestLoss(round, free) : first.loss,
    failedRounds: failedRounds - start.failedRounds,
    left,
  };
}

/** Joins rounds of which none is settled before the last one is joined, at most `most` (0: one). */
function joinInParallel(round: AutoMintRound, start: AutoMintStart, most: number) {
  let { available } = start;
  let loss: TokenAmount = ZERO;
  let rounds = 0;
  while (rounds < (most === 0 ? 1 : most)) {
    const decision = decideAsFirst(round, { ...start, available }, rounds);
    if (decision.kind !== 'joined') break;
    rounds += 1;
    available = tokenAmount(available - decision.accepted);
    loss = tokenAmount(loss + largestLoss(round, decision.accepted));
  }
  return { rounds, loss };
}
