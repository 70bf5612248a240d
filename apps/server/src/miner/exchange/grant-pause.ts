const FIRST_MS = 1_000;
const LONGEST_MS = 3_600_000;

/**
 * Milliseconds until a grant that failed `attempts` times (from 1) is sent again: doubled with each attempt up to an hour, and spread by
 * `luck` (0 to 1) over half of that, so that what failed together does not come back together.
 */
export function grantPauseMs({ attempts, luck }: { readonly attempts: number; readonly luck: number }): number {
  const longest = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(attempts - 1, 20));
  return Math.round(longest * (0.5 + luck / 2));
}
