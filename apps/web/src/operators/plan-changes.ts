import { signedAt } from '@city-mint/api-contract/operator-client/known-operators';
import type { OperatorLogEntry } from '@city-mint/api-contract/operator-client/verify-log-entry';
import { parseAmount, unitsOf } from '@city-mint/domain/money/amount-text';
import {
  compareFigures,
  type FigureOf,
  isJudged,
  type JudgedField,
  PLAN_FIGURES,
} from '@city-mint/domain/rounds/compare-plans';

type Message = OperatorLogEntry['signed']['message'];

/** A term of a plan that is better or worse for participants than in an earlier one, as both were signed. */
export type PlanChange = {
  readonly field: JudgedField;
  readonly isBetter: boolean;
  readonly earlier: string;
  readonly now: string;
};

/** The plan that another one is compared with. */
export type Reference = {
  readonly entry: OperatorLogEntry;
  /** Whether operators took a plan of the city back after it: it may be this one, since that names no plan. */
  readonly mayBeRevoked: boolean;
};

/**
 * Returns the confirmed plan of the same city that was signed last before this one, among the entries on the city's
 * plans; undefined for none. A phase is published again only after its plan was revoked, so that a plan is no reference
 * where a later one has its phase. Only signed fields decide.
 */
export function lastPlanBefore(entry: OperatorLogEntry, ofCity: readonly OperatorLogEntry[]): Reference | undefined {
  const before = ofCity
    .filter((other) => signedAt(other) < signedAt(entry))
    .toSorted((one, other) => signedAt(other) - signedAt(one));
  const plans = before.filter(
    ({ signed: { message } }) => isConfirmedPlan(message) && textOf(message, 'city') === cityOf(entry),
  );
  const phases = new Set([phaseOf(entry)]);
  const last = plans.find((plan) => {
    const isReplaced = phases.has(phaseOf(plan));
    phases.add(phaseOf(plan));
    return !isReplaced;
  });
  if (last === undefined) return undefined;
  const mayBeRevoked = before.some((other) => signedAt(other) > signedAt(last) && other.action === 'plans/revoke');
  return { entry: last, mayBeRevoked };
}

/** Returns the city of a signed plan, as its terms name it. */
export const cityOf = ({ signed }: OperatorLogEntry): string => textOf(signed.message, 'city');

/** A proposal's message has no proposal: one operator signed it. */
function isConfirmedPlan(message: Message): boolean {
  return textOf(message, 'action') === 'plans/publish' && textOf(message, 'proposalId') !== '';
}

const phaseOf = ({ signed }: OperatorLogEntry): string => textOf(signed.message, 'phase');

/**
 * Returns the terms that the signed plan changes for participants; null where one lacks a figure, as a plan of another
 * release may.
 */
export function planChanges(last: OperatorLogEntry, next: OperatorLogEntry): readonly PlanChange[] | null {
  const [before, after] = [last.signed.message, next.signed.message];
  const [earlierFigures, figures] = [figuresIn(before), figuresIn(after)];
  if (earlierFigures === null || figures === null) return null;
  return compareFigures(earlierFigures, figures).flatMap(({ field, direction }) =>
    isJudged(field)
      ? [{ field, isBetter: direction === 'better', earlier: textOf(before, field), now: textOf(after, field) }]
      : [],
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
