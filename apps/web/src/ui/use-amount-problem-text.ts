import { useTranslations } from 'use-intl';
import type { AmountTextError, AmountTextProblem } from './check-amount-text.ts';

const TEXTS = {
  'amount-missing': 'missing',
  'amount-format': 'format',
  'amount-too-precise': 'tooPrecise',
  'amount-too-large': 'tooLarge',
  'amount-not-positive': 'notPositive',
  'below-minimum': 'belowMinimum',
  'amount-over-available': 'overAvailable',
} as const satisfies Record<AmountTextError, string>;

/** The text of an amount's problem, naming the limit it broke. */
export function useAmountProblemText(): (problem: AmountTextProblem) => string {
  const t = useTranslations('ui.amount');
  return ({ error, limit }) => t(TEXTS[error], { limit: limit ?? '' });
}
