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
