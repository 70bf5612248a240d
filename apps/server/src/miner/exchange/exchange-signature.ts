import { createHmac, timingSafeEqual } from 'node:crypto';

/** Headers that carry the time of a message in UTC milliseconds and its signature. */
export const TIME_HEADER = 'x-timestamp';
export const SIGNATURE_HEADER = 'x-signature';
/** Older and newer messages are refused, so a recorded message cannot be replayed later. */
const WINDOW_MS = 5 * 60_000;

/**
 * Signs a request or an answer with the shared key: HMAC-SHA256 over time, a dot, and the body's bytes. Returns the two
 * headers to send with it.
 */
export function signExchangeMessage({ key, body, now }: { key: string; body: string; now: number }) {
  return { [TIME_HEADER]: String(now), [SIGNATURE_HEADER]: macOf({ key, body, time: String(now) }).toString('hex') };
}

/** Returns whether the other side signed exactly this body within the last five minutes. */
export function isExchangeMessage(message: {
  key: string;
  body: string;
  now: number;
  time: string | null | undefined;
  signature: string | null | undefined;
}): boolean {
  const { key, body, now, time, signature } = message;
  if (typeof time !== 'string' || !/^\d{13}$/.test(time) || Math.abs(Number(time) - now) > WINDOW_MS) return false;
  if (typeof signature !== 'string' || !/^[0-9a-f]{64}$/.test(signature)) return false;
  return timingSafeEqual(macOf({ key, body, time }), Buffer.from(signature, 'hex'));
}

function macOf({ key, body, time }: { key: string; body: string; time: string }): Buffer {
  return createHmac('sha256', key).update(`${time}.${body}`).digest();
}
