import { openAccounts } from '#ledger/accounts/commands.ts';
import type { Database } from '#platform/database/database.ts';
import { findUser, findUserIds, insertUser, insertUsers, type User } from '../store/users.ts';

const USER_CURRENCIES = ['JU', 'FMC'] as const;
const USER_ACCOUNT_KINDS = ['available', 'withdrawing'] as const;

/**
 * Returns the user of an address (EIP-55), and inserts a new one with empty ledger accounts if needed; inside the
 * caller's transaction. Any process may be the first: a sign-in, or a recharge from a wallet that never signed in.
 */
export async function ensureUser(tx: Database, address: string): Promise<{ userId: bigint; user: User }> {
  const insertedUser = await insertUser(tx, address);
  const user = insertedUser ?? (await findUser(tx, address));
  if (user === undefined) throw new Error(`the user of ${address} was neither inserted nor found`);
  if (insertedUser !== undefined) await openAccounts(tx, accountsOf(user.id));
  return { userId: user.id, user };
}

/** Does the same for many addresses with one statement; returns the users' ids by address. */
export async function ensureUsers(tx: Database, addresses: readonly string[]): Promise<Map<string, bigint>> {
  const found = await findUserIds(tx, addresses);
  const missing = addresses.filter((address) => !found.has(address));
  // Reads first: most addresses are registered, and a conflicting insert costs as much as a successful one.
  if (missing.length === 0) return found;
  const inserted = await insertUsers(tx, missing);
  if (inserted.length > 0) await openAccounts(tx, inserted.flatMap(accountsOf));
  // Other transactions may have inserted some of them since the first read.
  return new Map([...found, ...(await findUserIds(tx, missing))]);
}

function accountsOf(owner: bigint) {
  return USER_CURRENCIES.flatMap((currency) => USER_ACCOUNT_KINDS.map((kind) => ({ kind, currency, owner })));
}
