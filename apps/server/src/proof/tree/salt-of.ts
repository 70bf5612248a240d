import { hash } from 'node:crypto';

/**
 * The salt of an account's leaf in the tree with this secret: SHA-256 of the secret's 32 bytes and the account's 20. Nobody but the account is
 * ever told.
 */
export function saltOf(secret: Uint8Array, account: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(secret.length + account.length);
  bytes.set(secret);
  bytes.set(account, secret.length);
  return hash('sha256', bytes, 'buffer');
}
