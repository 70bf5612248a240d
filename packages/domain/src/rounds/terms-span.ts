import { type FieldKind, fieldsOfKind, mapFields } from '../json/field-table.ts';
import { PLAN_TERM_FIELDS, type PlanTerms } from './terms.ts';

const SHARES = fieldsOfKind(PLAN_TERM_FIELDS, ['bps', 'factor']);

/** Smallest and greatest value of a term over several plans. */
export type Span = { readonly from: number; readonly to: number };

/** The span in bps of every share and multiple among the terms. */
export type TermsSpan = { readonly [Name in keyof typeof SHARES]: Span };

/** Returns the spans over the terms of several plans; null for none. */
export function spanOfTerms(plans: readonly PlanTerms[]): TermsSpan | null {
  if (plans.length === 0) return null;
  return mapFields<typeof SHARES, { [Kind in FieldKind]: Span }>(SHARES, (name) => {
    const ascending = plans.map((terms) => terms[name]).toSorted((a, b) => a - b);
    return { from: ascending[0] ?? 0, to: ascending.at(-1) ?? 0 };
  });
}

/** The terms of a span, in the order in which they are shown. */
export const SPAN_NAMES = [
  'mintFeeBps',
  'referralBps',
  'nodesBps',
  'levelsBps',
  'treasuryBps',
  'lossBps',
  'lateBps',
  'reserveDrawBps',
  'compensationTimesBps',
] as const satisfies readonly (keyof TermsSpan)[];

/**
 * Returns whether someone who accepted one span has accepted the other too: nothing is on offer now, or each term lies
 * within what was accepted. A term that the accepted span does not have was not accepted; null is no plan at all.
 * docs/money-rules.md#4-join
 */
export function isWithinSpan(current: TermsSpan | null, accepted: Readonly<Record<string, Span>> | null): boolean {
  if (current === null) return true;
  return Object.entries(current).every(([name, { from, to }]) => {
    const known = accepted?.[name];
    return known !== undefined && from >= known.from && to <= known.to;
  });
}
