import { randomUUID } from 'node:crypto';

/** The allowed form of an X-Request-Id: it is written to rows, headers and log lines. */
const CALL_ID = /^[A-Za-z0-9._-]{8,64}$/;

/** Returns the id of a call: the caller's own if it is well-formed, else a new one. */
export function callIdOf(header: string | string[] | undefined): string {
  return typeof header === 'string' && CALL_ID.test(header) ? header : randomUUID();
}
