import { type TokenAmount, tokenAmount } from '@city-mint/domain/money/token-amount';
import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';

/** What a settled round came to for one user; JU in base units. */
export type SettledUser = {
  readonly userId: bigint;
  /** Accepted amounts of all the user's orders. */
  readonly amount: TokenAmount;
  /** Who was the inviter when the round was settled, or null, and what the user's orders earned him. */
  readonly inviterId: bigint | null;
  readonly reward: TokenAmount;
};

export type SettledUsersPage = { readonly roundId: bigint; readonly afterUser: bigint; readonly limit: number };

/** Users of a settled round in the order of their ids, a page at a time. Columns come as arrays: a page may be 100,000 users. */
export async function listSettledUsers(db: Database, page: SettledUsersPage): Promise<SettledUser[]> {
  const { rows } = await sql<{ users: bigint[]; amounts: bigint[]; inviters: bigint[]; rewards: bigint[] }>`
    select coalesce(array_agg(user_id), '{}') as users, coalesce(array_agg(amount), '{}') as amounts,
      coalesce(array_agg(inviter_id), '{}') as inviters, coalesce(array_agg(reward), '{}') as rewards
    from (
      select user_id, sum(amount) as amount, coalesce(max(inviter_id), 0) as inviter_id, coalesce(sum(reward), 0) as reward
      from order_settlement
      where round_id = ${page.roundId} and user_id > ${page.afterUser}
      group by user_id order by user_id limit ${page.limit}::int
    ) users`.execute(db);
  const found = rows[0] ?? { users: [], amounts: [], inviters: [], rewards: [] };
  return found.users.map((userId, index) => ({
    userId,
    amount: tokenAmount(found.amounts[index] ?? 0n),
    inviterId: found.inviters[index] === 0n ? null : (found.inviters[index] ?? null),
    reward: tokenAmount(found.rewards[index] ?? 0n),
  }));
}
