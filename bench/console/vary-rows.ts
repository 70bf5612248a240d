import type { Database } from '@city-mint/server/platform/database/database';
import { sql } from 'kysely';
import { markListedLegs } from '../reads/make-rest.ts';

/**
 * Sets the amounts of withdrawals, 1 to 5,000, makes every fifth one FMC, and sets a few to a state that is missing in
 * the world. Their transfers remain unchanged, because no list of withdrawals reads them.
 */
export async function varyWithdrawals(db: Database): Promise<void> {
  await sql`update withdrawal set currency = case when id % 5 = 0 then 1 else 0 end,
      amount = (1 + id * 7919 % 5000) * 10::numeric ^ 18 + id`.execute(db);
  await sql`update withdrawal set state = 'returned', completed_at = null, tx_hash = null, block_number = null,
      gas_fee = null, returned_at = requested_at + interval '1 hour',
      return_reason = (array['expired', 'cancelled', 'rejected'])[1 + id % 3]
    where state = 'completed' and id % 50 < 2`.execute(db);
  await sql`update withdrawal set state = 'approved', due_at = requested_at
    where state = 'signed' and id % 100 = 1`.execute(db);
}

/** Ends every tenth plan that has ended otherwise. */
export async function varyPlans(db: Database): Promise<void> {
  await sql`update phase_plan set state = (array['ending', 'failed', 'cancelled', 'revoked'])[1 + id / 10 % 4]
    where state = 'ended' and id % 10 = 1`.execute(db);
}

/** Leaves a few grants of machines unacknowledged, of the whale's too. */
export async function varyGrants(db: Database): Promise<void> {
  await sql`update exchange_grant set acknowledged_at = null,
      state = case when machine_id % 2 = 0 then 'waiting' else 'alarm' end
    where machine_id % 50 < 2`.execute(db);
}

/** Counts the direct referrals of all inviters who gained some by the copies, and marks those with very many. */
export async function listLegs(db: Database): Promise<void> {
  await sql`update team_member m set direct_count = b.directs, team_count = b.directs
    from (select inviter_id, count(*)::int as directs from team_bind group by inviter_id) b
    where m.user_id = b.inviter_id and m.direct_count <> b.directs`.execute(db);
  await markListedLegs(db);
}
