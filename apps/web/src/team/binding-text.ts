import { serverNow } from '#platform/server-clock.ts';

/** Time for the user to sign, plus the error of the clock. */
const LEAST_LIFETIME_MS = 60_000;

/** Returns whether a text that confirms an action can still be signed; false if it has no expiration time. */
export function isUsable(message: string): boolean {
  const [, time = ''] = /^Expires At: (.+)$/m.exec(message) ?? [];
  const expiresAt = Date.parse(time);
  return !Number.isNaN(expiresAt) && expiresAt - LEAST_LIFETIME_MS > serverNow();
}
