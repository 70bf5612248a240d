import { parseAmount } from '@city-mint/domain/money/amount-text';

/** The failure that pays back least: refund and loss are the same in all, the compensation is what differs. Undefined for none. */
export function worstFailure<Failure extends { readonly compensation: string }>(
  failures: readonly Failure[],
): Failure | undefined {
  return failures.reduce<Failure | undefined>(
    (worst, failure) =>
      worst === undefined || unitsOf(failure.compensation) < unitsOf(worst.compensation) ? failure : worst,
    undefined,
  );
}

function unitsOf(text: string): bigint {
  const parsed = parseAmount(text);
  return parsed.ok ? parsed.amount : 0n;
}
