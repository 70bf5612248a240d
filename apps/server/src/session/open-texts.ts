/** How long a text can be signed. */
export const TEXT_VALID_MS = 10 * 60_000;

/** The number of texts that can still be signed, and the seconds until the first of them expires. */
export type OpenTexts = { readonly count: number; readonly firstEndsInSeconds: number };

/** The refusal of one more text; the details are the maximum of open texts, and when the first of them expires. */
export type TooManyOpen = {
  readonly refusal: 'too-many-open-nonces';
  readonly details: { readonly limit: string; readonly retryAfterSeconds: string };
};

/** Returns the refusal of one more text, with the seconds until the first open one expires (at least 1). */
export function tooManyOpen({ firstEndsInSeconds }: OpenTexts, limit: number): TooManyOpen {
  const retryAfterSeconds = String(Math.max(1, firstEndsInSeconds));
  return { refusal: 'too-many-open-nonces', details: { limit: String(limit), retryAfterSeconds } };
}
