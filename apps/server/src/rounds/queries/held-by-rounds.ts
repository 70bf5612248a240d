import { sql } from 'kysely';

/**
 * What rounds hold for each user, as rows (user_id, ju, fmc) in base units, for one statement over everybody: JU of orders whose round is not
 * being settled yet, FMC of later stages whose payment has not begun. What is being paid just now is in neither.
 */
export const heldByRounds = sql`
  select o.user_id, o.accepted as ju, 0::numeric as fmc
  from mint_order o join round r on r.id = o.round_id
  where r.state in ('scheduled', 'open', 'full', 'failed')
  union all
  select s.user_id, 0::numeric, case g.stage when 2 then s.stage2 else s.stage3 end
  from round_stage g join order_settlement s on s.round_id = g.round_id
  where g.stage > 1 and g.paid_at is null
    and not exists (select from round_step p where p.round_id = g.round_id and p.step = 'stage' || g.stage)`;
