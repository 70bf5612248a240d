import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { type Field, useField } from '@city-mint/ui/use-field.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type AmountProblem, checkAmountText } from '#ui/amount-problem.ts';
import { previewQuery } from '../rounds-queries.ts';
import { type JoinAmounts, joinAmounts } from './join-amounts.ts';
import { type JoinLimits, joinLimits } from './join-limits.ts';
import { type PreviewStatus, previewStatus } from './preview-status.ts';

type Round = NonNullable<ReplyOf<'POST /api/app/last/crowdfund'>['round']>;

export type JoinForm = {
  readonly amount: Field<AmountProblem>;
  readonly limits: JoinLimits;
  /** The amounts of a join with the entry; null while it cannot join. */
  readonly amounts: JoinAmounts | null;
  readonly preview: PreviewStatus;
};

const TYPING_PAUSE_MS = 300;

type UseJoinFormInput = {
  readonly round: Round;
  readonly available: string | null;
  /** Amount that the wallet has already put into the round. */
  readonly joined: string;
  readonly initialAmount: string;
  readonly open: boolean;
};

/** Returns the join form: its amount, its limits, and a preview of the result. */
export function useJoinForm({ round, available, joined, initialAmount, open }: UseJoinFormInput): JoinForm {
  const limits = joinLimits({ round, available, joined });
  const check = (text: string) => checkAmountText(text, { minimum: limits.minimum, available: available ?? undefined });
  const amount = useField(check, initialAmount);
  const amounts = joinAmounts({ entry: amount, round, limits, available, joined });
  // An amount above a balance that cannot join is previewed too.
  const isPreviewable = amount.problem === null || amount.problem.code === 'amount-over-available';
  const wanted = isPreviewable ? (amounts?.asked ?? amount.text) : '';
  const previewedAmount = useDebounced(wanted, TYPING_PAUSE_MS);
  const isEnabled = open && previewedAmount !== '' && round.state === 'open';
  const previewed = { roundId: round.roundId, amount: previewedAmount, isMine: available !== null };
  const query = useQuery({ ...previewQuery(previewed), enabled: isEnabled });
  const preview = previewStatus({
    amount: wanted,
    previewedAmount,
    isWanted: isPreviewable && open,
    isEnabled,
    query,
    round,
  });
  return { amount, limits, amounts, preview };
}

/** Returns the value once it has not changed for this time. */
function useDebounced<Value>(value: Value, milliseconds: number): Value {
  const [settledValue, setSettledValue] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettledValue(value), milliseconds);
    return () => clearTimeout(timer);
  }, [value, milliseconds]);
  return settledValue;
}
