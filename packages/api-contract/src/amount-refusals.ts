import type { AmountError } from '@city-mint/domain/money/amount-text';

/** Refusals of an amount that the page finds too, while it is typed. */
export type AmountRefusal = AmountError | 'amount-not-positive' | 'below-minimum' | 'amount-over-available';
