import { createHash, randomBytes } from 'node:crypto';

/** A new session token: 256 random bits in base64url, 43 characters. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** What is stored of a token; whoever reads the table cannot act as the user. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
