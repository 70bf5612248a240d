import { randomBytes } from 'node:crypto';
import { SessionToken } from '#platform/http/session-token.ts';

/** Returns a new session token: 256 random bits in base64url, 43 characters. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** Returns the hash that is stored instead of a token, so that a reader of the table cannot act as the user. */
export function hashToken(token: string): Buffer {
  return new SessionToken(token).hash;
}
