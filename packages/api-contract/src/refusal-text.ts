/** The text of a refusal in the two languages that operators read; `refusal-texts/` has the other eight. */
export type RefusalText = { readonly zh: string; readonly en: string };

/** A refusal of a call's own rules: its code in the envelope and its text. */
export type RuleRefusal = RefusalText & { readonly code: number };
