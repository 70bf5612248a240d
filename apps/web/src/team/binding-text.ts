import { serverNow } from '#platform/server-clock.ts';

/** What the wallet takes to sign, and the clock's error. */
const LEAST_LIFETIME_MS = 60_000;

/** Whether a text that confirms an action can still be signed; one that does not say until when cannot. */
export function isUsable(message: string): boolean {
  const [, time = ''] = /^Expires At: (.+)$/m.exec(message) ?? [];
  const expiresAt = Date.parse(time);
  return !Number.isNaN(expiresAt) && expiresAt - LEAST_LIFETIME_MS > serverNow();
}
