import { type TokenAmount, tokenAmount } from '@city-mint/domain/money/token-amount';
import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';

/** What of a user's money rounds hold, in base units: JU of orders that are not settled, FMC of stages that are not due yet. */
export type HeldByRounds = { readonly frozen: TokenAmount; readonly vesting: TokenAmount };

export async function readHeldByRounds(db: Database, userId: bigint): Promise<HeldByRounds> {
  const { rows } = await sql<{ frozen: bigint; vesting: bigint }>`
    select coalesce(sum(o.accepted) filter (where r.state not in ('minted', 'ended')), 0) as frozen,
      coalesce(sum(held.amount) filter (where r.state = 'minted'), 0) as vesting
    from mint_order o join round r on r.id = o.round_id
    left join lateral (
      select sum(case g.stage when 2 then s.stage2 else s.stage3 end) as amount
      from order_settlement s join round_stage g on g.round_id = s.round_id and g.stage > 1 and g.paid_at is null
      where s.order_id = o.id
    ) held on true
    where o.user_id = ${userId} and r.state <> 'ended'`.execute(db);
  const row = rows[0] ?? { frozen: 0n, vesting: 0n };
  return { frozen: tokenAmount(row.frozen), vesting: tokenAmount(row.vesting) };
}
