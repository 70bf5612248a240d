import { DAY_MS } from '@city-mint/domain/time/durations';

/**
 * The tags of tests that do not run with every change. A part of them has the same tag, and takes about as long as the
 * others; `.ci/run` runs one part, each day another.
 */
export const SOAK_TAGS = ['soak-1', 'soak-2', 'soak-3', 'soak-4', 'soak-5', 'soak-6'] as const;

export type SoakTag = (typeof SOAK_TAGS)[number];

/**
 * Returns the tags whose tests a run leaves out: all without `part`, none with 'all', with a number the others, with
 * 'today' those that are not of the UTC day of `now` (ms since 1970). Throws when there is no such part.
 */
export function leftOutTags(part: string | undefined, now: number): readonly SoakTag[] {
  if (part === undefined) return SOAK_TAGS;
  if (part === 'all') return [];
  const today = (Math.floor(now / DAY_MS) % SOAK_TAGS.length) + 1;
  const wanted = `soak-${part === 'today' ? today : part}`;
  const leftOut = SOAK_TAGS.filter((tag) => tag !== wanted);
  if (leftOut.length === SOAK_TAGS.length) {
    throw new Error(`no part ${part} of the soak tests: it is 1 to ${SOAK_TAGS.length}, today or all`);
  }
  return leftOut;
}
