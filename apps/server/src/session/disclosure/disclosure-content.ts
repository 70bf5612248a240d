import { disclosureEn } from './disclosure-en.ts';
import { disclosureZh } from './disclosure-zh.ts';
import type { LiveTerms, Operator } from './live-terms.ts';

export type Section = { readonly title: string; readonly text: string };
/** Sections by language; the order of everything in it is fixed, because the hash is of its JSON. */
export type DisclosureContent = { readonly zh: readonly Section[]; readonly en: readonly Section[] };

/** The whole disclosure: who operates, fees, pools, the worst case, and how the operator earns. */
export function disclosureContent(operator: Operator, terms: LiveTerms | null): DisclosureContent {
  return { zh: disclosureZh(operator, terms), en: disclosureEn(operator, terms) };
}
