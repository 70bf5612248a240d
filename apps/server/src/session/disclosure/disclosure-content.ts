import type { TermsSpan } from '@city-mint/domain/rounds/terms-span';
import { disclosureEn } from './disclosure-en.ts';
import { disclosureFigures, type Operator, type Section } from './disclosure-figures.ts';
import { disclosureZh } from './disclosure-zh.ts';

/** Sections by language; the order of everything in it is fixed, because the disclosure's hash is of its JSON. */
export type DisclosureContent = { readonly zh: readonly Section[]; readonly en: readonly Section[] };

/** Returns the whole disclosure: who operates, fees, pools, the worst case, and how the operator earns. */
export function disclosureContent(operator: Operator, terms: TermsSpan | null): DisclosureContent {
  const figures = terms && disclosureFigures(terms);
  return { zh: disclosureZh(operator, figures), en: disclosureEn(operator, figures) };
}
