import type { Database } from '@city-mint/server/platform/database/database';
import { sql } from 'kysely';
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts';
import type { TestApi } from '../setup/start-test-api.ts';
import { openSessions } from './sessions.ts';

/** A signed-in user. */
export type Person = { readonly account: PrivateKeyAccount; readonly token: string; readonly userId: bigint };

/**
 * Signs in with a new wallet and credits JU (base units) as a deposit. Returns the user, whose `tokenOf` is valid, too.
 * Needs the owner's connection.
 */
export async function newPerson(
  { api, db }: { readonly api: TestApi; readonly db: Database },
  available = 0n,
): Promise<Person> {
  const account = privateKeyToAccount(generatePrivateKey());
  const token = await api.signIn(account);
  const { id } = await db
    .selectFrom('app_user')
    .select('id')
    .where('address', '=', account.address)
    .executeTakeFirstOrThrow();
  await openSessions(db, [id]);
  if (available > 0n) {
    const amount = available.toString();
    await sql`select ledger_write_transfer(
      1, 0, account_available(${id}, currency_ju()), ${amount}::numeric, ${-id})`.execute(db);
  }
  return { account, token, userId: id };
}
