import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';
import { inTransaction } from '#platform/database/transaction.ts';
import { claimCompensation } from '#rounds/hash-power/commands.ts';
import { findLiquidatedRound, listHashPowerHolders } from '#rounds/hash-power/queries.ts';
import { insertMachines } from '../store.ts';

/**
 * Claims hash power for users who have claimed before, one step a transaction: first what may have failed while an
 * account was being bound, then the failed rounds in the order of their settlements, `most` participants at a time.
 * False when nothing is left to do. docs/money-rules.md#7-hash-power-and-mining.
 */
export async function claimWithoutAsking(db: Database, most = 10_000): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const progress = await tx
      .selectFrom('hash_power_claim_progress')
      .select(['round_id', 'after_user', sql<string>`settled_at::text`.as('settled_at')])
      .forUpdate()
      .skipLocked()
      .executeTakeFirst();
    if (progress === undefined) return false;
    if (await sweepNewAccounts(tx, most)) return true;
    const round = await findLiquidatedRound(tx, { settledAt: progress.settled_at, roundId: progress.round_id });
    if (round === undefined) return false;
    const users = await listHashPowerHolders(tx, {
      roundId: round.roundId,
      afterUser: progress.after_user,
      limit: most,
    });
    const last = users.at(-1);
    if (last === undefined) {
      await sql`update hash_power_claim_progress
        set settled_at = ${round.settledAt}::timestamptz, round_id = ${round.roundId}, after_user = 0`.execute(tx);
      return true;
    }
    const { rows: bound } = await sql<{ user_id: bigint }>`
      select user_id from exchange_account where user_id = any (${users}::bigint[]) order by user_id`.execute(tx);
    await claimOf(
      tx,
      bound.map((row) => row.user_id),
    );
    await tx.updateTable('hash_power_claim_progress').set({ after_user: last }).execute();
    return true;
  });
}

/**
 * A round may have ended between the look at a first claim and its commit, and been passed here before the account was
 * there to see.
 */
async function sweepNewAccounts(tx: Database, most: number): Promise<boolean> {
  const { rows } = await sql<{ user_id: bigint }>`
    update exchange_account set is_swept = true
    where user_id in (select user_id from exchange_account where not is_swept order by user_id limit ${most}::int)
    returning user_id`.execute(tx);
  await claimOf(
    tx,
    rows.map((row) => row.user_id),
  );
  return rows.length > 0;
}

async function claimOf(tx: Database, userIds: readonly bigint[]): Promise<void> {
  if (userIds.length > 0) {
    await insertMachines(tx, { claims: await claimCompensation(tx, userIds), callId: null });
  }
}
