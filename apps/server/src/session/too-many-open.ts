import type { OpenTexts } from './store.ts';

/** As many texts are open as may be; the details say how many that is, and when the first of them ends. */
export type TooManyOpen = {
  readonly refusal: 'too-many-open-nonces';
  readonly details: { readonly limit: string; readonly retryAfterSeconds: string };
};

/** The refusal of one more text. */
export function tooManyOpen({ firstEndsInSeconds }: OpenTexts, most: number): TooManyOpen {
  const retryAfterSeconds = String(Math.max(1, firstEndsInSeconds));
  return { refusal: 'too-many-open-nonces', details: { limit: String(most), retryAfterSeconds } };
}
