import { openAccounts } from '#ledger/accounts/commands.ts';
import type { Database } from '#platform/database/database.ts';
import { findUser, insertUser, type User } from '../store.ts';

const CURRENCIES = ['JU', 'FMC'] as const;
const KINDS = ['available', 'withdrawing'] as const;

/**
 * The user of an address (EIP-55), made with empty ledger accounts when there is none yet; inside the caller's
 * transaction. Any process may meet an address first: a sign-in, or a recharge from a wallet that never signed in.
 */
export async function ensureUser(tx: Database, address: string): Promise<{ userId: bigint; user: User }> {
  const made = await insertUser(tx, address);
  const user = made ?? (await findUser(tx, address));
  if (user === undefined) throw new Error('a user was there and is not');
  if (made !== undefined) {
    await openAccounts(
      tx,
      CURRENCIES.flatMap((currency) => KINDS.map((kind) => ({ kind, currency, owner: user.id }))),
    );
  }
  return { userId: user.id, user };
}
