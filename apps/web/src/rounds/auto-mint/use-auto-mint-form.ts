import { type Field, useField } from '@city-mint/ui/use-field.ts';
import { useState } from 'react';
import { type AmountProblem, checkAmountText } from '#ui/amount-problem.ts';
import type { AutoMint, AutoMintLimits } from './auto-mint-plan.ts';

/** A limit: the choice whether there is one, and its field. */
export type LimitField<Problem> = Field<Problem> & {
  readonly isLimited: boolean;
  readonly setLimited: (isLimited: boolean) => void;
  /** The setting: 0 for none. */
  readonly value: string;
};

export type AutoMintFields = {
  readonly keep: Field<AmountProblem>;
  readonly maximum: LimitField<AmountProblem>;
  readonly losses: LimitField<'wholeNumber'>;
  readonly parallel: LimitField<'wholeNumber'>;
};

/** The limits that the form proposes to users who never set it. */
const PROPOSED = { perRoundMaximum: '100', stopAfterLosses: '3', parallelRounds: '1' } as const;

/** Returns the fields of auto-mint, first with the account's settings, or with the proposed ones before the first. */
export function useAutoMintForm({ settings }: AutoMint): AutoMintFields {
  const isNew = settings.version === 0;
  const stored = (value: string) => (isNew ? null : value);
  return {
    keep: useField(checkKeep, settings.keep),
    maximum: useLimit(checkAmountText, stored(settings.perRoundMaximum), PROPOSED.perRoundMaximum),
    losses: useLimit(checkCount, stored(String(settings.stopAfterLosses)), PROPOSED.stopAfterLosses),
    parallel: useLimit(checkCount, stored(String(settings.parallelRounds)), PROPOSED.parallelRounds),
  };
}

/** Returns the entered limits; null while one of them is not valid. */
export function limitsOf({ keep, maximum, losses, parallel }: AutoMintFields): AutoMintLimits | null {
  if ([keep, maximum, losses, parallel].some(({ problem }) => problem !== null)) return null;
  return {
    keep: keep.text,
    perRoundMaximum: maximum.value,
    stopAfterLosses: Number(losses.value),
    parallelRounds: Number(parallel.value),
  };
}

/** Accepts an amount or 0. */
function checkKeep(text: string): AmountProblem | null {
  const problem = checkAmountText(text);
  return problem?.code === 'amount-not-positive' ? null : problem;
}

const checkCount = (text: string) => (/^([1-9]\d{0,2}|1000)$/.test(text) ? null : 'wholeNumber');

/** A limit whose field never holds a 0 for none; `stored` is null if it was never set. */
function useLimit<Problem>(
  check: (text: string) => Problem | null,
  stored: string | null,
  proposed: string,
): LimitField<Problem> {
  const [isLimited, setLimited] = useState(stored !== '0');
  const field = useField(
    (text) => (isLimited ? check(text) : null),
    stored === null || stored === '0' ? proposed : stored,
  );
  return { ...field, isLimited, setLimited, value: isLimited ? field.text : '0' };
}
