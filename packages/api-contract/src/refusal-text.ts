import type { RefusalDetails } from './envelope.ts';

/** The text of a refusal in the two languages that operators read; `refusal-texts/` has the other eight. */
export type RefusalText = { readonly zh: string; readonly en: string };

/** A refusal of a call's own rules: its code in the envelope and its text. */
export type RuleRefusal = RefusalText & { readonly code: number };

/**
 * Returns a refusal's text with `{name}` replaced by its detail. One that is missing disappears with its parentheses,
 * its colon or its space.
 */
export function fillDetails(text: string, details: RefusalDetails): string {
  const known = (name: string) => details[name] !== undefined;
  return text
    .replace(/ ?[（(][^（()）]*\{(\w+)\}[^（()）]*[)）]/g, (group, name: string) => (known(name) ? group : ''))
    .replace(/([:：]?\s*)\{(\w+)\}/g, (_whole, before: string, name: string) =>
      known(name) ? `${before}${String(details[name])}` : '',
    );
}
