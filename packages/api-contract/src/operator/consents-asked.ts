import { SPAN_NAMES } from '@city-mint/domain/rounds/terms-span';
import { z } from 'zod';

/** Whom the publication of a plan asks for a new consent, and why. */
export const consentsAsked = z.object({
  /** Users whose consent is valid now and would not be once the plan is published. */
  asked: z.int(),
  /** The terms beyond the accepted ones, as the disclosure names them: now (null = no plan is live), and after it. */
  beyond: z.array(z.object({ name: z.enum(SPAN_NAMES), now: z.string().nullable(), after: z.string() })),
});

/** Returns those terms in one line: `lossBps 2% → 2–3%`. */
export function termsBeyondText(beyond: z.output<typeof consentsAsked>['beyond']): string {
  return beyond.map(({ name, now, after }) => `${name} ${now === null ? after : `${now} → ${after}`}`).join(', ');
}
