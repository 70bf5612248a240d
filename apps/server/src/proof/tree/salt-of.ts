import { createHmac } from 'node:crypto';

/** The salt of an account's leaf in the tree with this secret: nobody but the account is ever told. */
export function saltOf(secret: Uint8Array, account: Uint8Array): Uint8Array {
  return createHmac('sha256', secret).update(account).digest();
}
