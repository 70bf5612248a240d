import { formatAmount, unitsOf } from '@city-mint/domain/money/amount-text';
import { tokenAmount } from '@city-mint/domain/money/token-amount';
import { acceptedAmount } from '@city-mint/domain/rounds/accepted-amount';
import type { AmountProblem } from '#ui/amount-problem.ts';
import type { JoinLimits } from './join-limits.ts';

/** JU of a join, exact decimal strings in whole units. */
export type JoinAmounts = {
  /** The amount that the page sends. */
  readonly asked: string;
  /** The part of it that the round accepts, which is all that leaves the balance. */
  readonly taken: string;
  /** The available balance after it; null while it is unknown. */
  readonly stays: string | null;
};

type JoinAmountsInput = {
  readonly entry: { readonly text: string; readonly problem: AmountProblem | null };
  readonly round: { readonly quota: string; readonly filled: string; readonly walletMaximum: string };
  readonly limits: JoinLimits;
  readonly available: string | null;
  readonly joined: string;
};

/**
 * Returns the amounts of a join with this entry; null while it cannot join. An entry above the balance joins with the
 * available amount, if that reaches the minimum. docs/money-rules.md#4-join
 */
export function joinAmounts({ entry, round, limits, available, joined }: JoinAmountsInput): JoinAmounts | null {
  const asked = askedAmount(entry, limits);
  if (asked === null) return null;
  const terms = { quota: unitsOf(round.quota), walletMaximum: unitsOf(round.walletMaximum) };
  const taken = acceptedAmount(
    { ...terms, filled: unitsOf(round.filled) },
    { amount: unitsOf(asked), alreadyJoined: unitsOf(joined) },
  );
  if (taken === 0n) return null;
  const stays = available === null ? null : formatAmount(tokenAmount(unitsOf(available) - taken));
  return { asked, taken: formatAmount(taken), stays };
}

function askedAmount({ text, problem }: JoinAmountsInput['entry'], { minimum, maximum }: JoinLimits): string | null {
  if (problem === null) return text;
  if (problem.code !== 'amount-over-available' || unitsOf(maximum) < unitsOf(minimum)) return null;
  return maximum;
}
