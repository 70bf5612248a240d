import type { OperatorLogEntry } from '@city-mint/api-contract/operator-client/verify-log-entry';
import { parseAmount, unitsOf } from '@city-mint/domain/money/amount-text';
import { compareFigures, type FigureOf, PLAN_FIGURES, type PlanField } from '@city-mint/domain/rounds/compare-plans';

type Message = OperatorLogEntry['signed']['message'];

/** A term of a plan that is better or worse for participants than in the last one, as both were signed. */
export type PlanChange = {
  readonly field: PlanField;
  readonly isBetter: boolean;
  readonly earlier: string;
  readonly now: string;
};

/** Returns the newest confirmed plan of the same city before this one, among confirmed plans; undefined for none. */
export function lastPlanBefore(
  { logId, signed }: OperatorLogEntry,
  published: readonly OperatorLogEntry[],
): OperatorLogEntry | undefined {
  return published
    .filter(
      (entry) =>
        BigInt(entry.logId) < BigInt(logId) && textOf(entry.signed.message, 'city') === textOf(signed.message, 'city'),
    )
    .toSorted((a, b) => (BigInt(a.logId) < BigInt(b.logId) ? 1 : -1))[0];
}

/**
 * Returns the terms that the signed plan changes for participants; null where one lacks a figure, as a plan of another
 * release may.
 */
export function planChanges(last: OperatorLogEntry, next: OperatorLogEntry): readonly PlanChange[] | null {
  const [before, after] = [last.signed.message, next.signed.message];
  const [earlierFigures, figures] = [figuresIn(before), figuresIn(after)];
  if (earlierFigures === null || figures === null) return null;
  return compareFigures(earlierFigures, figures).flatMap(({ field, direction }) =>
    direction === 'neutral'
      ? []
      : [{ field, isBetter: direction === 'better', earlier: textOf(before, field), now: textOf(after, field) }],
  );
}

/** Amounts are signed in whole units, everything else as a whole number: both are read as amounts. */
function figuresIn(message: Message): FigureOf | null {
  const isWhole = PLAN_FIGURES.every((field) => parseAmount(textOf(message, field)).ok);
  return isWhole ? (field) => unitsOf(textOf(message, field)) : null;
}

function textOf(message: Message, field: string): string {
  const value = message[field];
  return typeof value === 'string' ? value : '';
}
