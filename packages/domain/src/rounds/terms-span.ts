import { type FieldKind, fieldsOfKind, mapFields } from '../json/field-table.ts';
import { PLAN_TERM_FIELDS, type PlanTerms } from './terms.ts';

const SHARES = fieldsOfKind(PLAN_TERM_FIELDS, ['bps', 'factor']);

/** Smallest and greatest value of a term over several plans. */
export type Span = { readonly from: number; readonly to: number };

/** The span in bps of every share and multiple among the terms. */
export type TermsSpan = { readonly [Name in keyof typeof SHARES]: Span };

/** Returns the spans over the terms of several plans; null for none. */
export function spanOfTerms(plans: readonly PlanTerms[]): TermsSpan | null {
  return plans.reduce<TermsSpan | null>(widenSpan, null);
}

/** Returns the span (null = of no plan) with the terms of another plan. */
export function widenSpan(span: TermsSpan | null, terms: PlanTerms): TermsSpan {
  return mapFields<typeof SHARES, { [Kind in FieldKind]: Span }>(SHARES, (name) => {
    const own = terms[name];
    const { from, to } = span?.[name] ?? { from: own, to: own };
    const ascending = [from, to, own].toSorted((a, b) => a - b);
    return { from: ascending[0] ?? own, to: ascending.at(-1) ?? own };
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
 * Returns whether the acceptance of one span covers the other too: nothing is on offer now, or each term lies within
 * the accepted span. A term that the accepted span does not have was not accepted; null is no plan at all.
 * docs/money-rules.md#4-join
 */
export function isWithinSpan(current: TermsSpan | null, accepted: AcceptedSpan): boolean {
  return current === null || termsBeyond(current, accepted).length === 0;
}

/** Returns the terms of a span that are not within one that was accepted, in the order in which they are shown. */
export function termsBeyond(current: TermsSpan, accepted: AcceptedSpan): (keyof TermsSpan)[] {
  return SPAN_NAMES.filter((name) => {
    const known = accepted?.[name];
    return known === undefined || current[name].from < known.from || current[name].to > known.to;
  });
}

/** A span as it was stored, maybe by a release with other terms; null = nothing was on offer. */
type AcceptedSpan = Readonly<Record<string, Span>> | null;
