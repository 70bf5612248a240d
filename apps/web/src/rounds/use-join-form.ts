import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useDebounced } from '#platform/use-debounced.ts';
import { type AmountTextProblem, checkAmountText } from '#ui/check-amount-text.ts';
import { fillsRound, isSameAmount, type JoinLimits, joinLimits } from './join-limits.ts';
import { previewQuery } from './rounds-queries.ts';

type Round = NonNullable<ReplyOf<'POST /api/app/last/crowdfund'>['round']>;
export type Preview = ReplyOf<'POST /api/app/preview'>;

/** `none`: there is no amount to work with; `waiting`: `data` may still be of the amount before. */
export type PreviewState = 'none' | 'waiting' | 'failed' | 'ready';

export type JoinFormState = {
  readonly amount: string;
  readonly setAmount: (amount: string) => void;
  readonly limits: JoinLimits;
  readonly problem: AmountTextProblem | null;
  readonly preview: { readonly state: PreviewState; readonly data: Preview | null };
  /** Less than the amount asked for would be taken. */
  readonly cut: boolean;
  /** The previewed order fills the round. */
  readonly fillsRound: boolean;
};

const TYPING_MS = 300;

type UseJoinFormInput = { readonly round: Round; readonly available: string | null; readonly open: boolean };

/** The amount of a join, what is wrong with it, and what would follow from it. */
export function useJoinForm({ round, available, open }: UseJoinFormInput): JoinFormState {
  const [amount, setAmount] = useState('');
  const limits = joinLimits({ round, available });
  const problem = checkAmountText(amount, { minimum: limits.minimum, available: available ?? undefined });
  // What is more than the balance can still be looked at.
  const canPreview = problem === null || problem.error === 'amount-over-available';
  const settled = useDebounced(canPreview ? amount : '', TYPING_MS);
  const enabled = open && settled !== '' && round.state === 'open';
  const query = useQuery({ ...previewQuery({ roundId: round.roundId, amount: settled }), enabled });
  const data = canPreview && enabled ? (query.data ?? null) : null;
  const waiting = canPreview && (settled !== amount || query.isPlaceholderData || query.isPending);
  const state: PreviewState = !canPreview || !open ? 'none' : query.isError ? 'failed' : waiting ? 'waiting' : 'ready';
  return {
    amount,
    setAmount: (text) => setAmount(text.trim()),
    limits,
    problem,
    preview: { state: round.state === 'open' ? state : 'none', data },
    cut: data !== null && state === 'ready' && !isSameAmount(data.accepted, amount),
    fillsRound: data !== null && fillsRound(round, data.accepted),
  };
}
