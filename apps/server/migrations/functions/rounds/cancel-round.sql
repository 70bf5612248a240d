-- Cancels a round that is open or full and not being settled yet, for operators or because a pause has lasted too long:
-- every principal is returned whole (docs/money-rules.md#3-states). Its phase ends with it, so no opening is planned
-- after it; if it was suspended it is resumed, since its money is to be returned. Returns whether it was cancelled. One
-- of the four writers of round.state, besides `moveRound` (rounds/round/store/rounds.ts), `join_round` and
-- `revoke_plan`: operators may not move rounds in any other way.
create or replace function cancel_round(p_round bigint, p_by text, p_reason text) returns boolean
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  ended_plan bigint;
begin
  select plan_id into ended_plan from round where id = p_round and state in ('open', 'full') for update;
  if not found then
    return false;
  end if;
  update round set state = 'cancelled', due_at = clock_timestamp() where id = p_round;
  insert into round_transition (round_id, state) values (p_round, 'cancelled');
  insert into round_cancellation (round_id, cancelled_by, reason) values (p_round, p_by, p_reason);
  delete from round_suspension where round_id = p_round;
  update phase_plan set next_phase_time = null where id = ended_plan;
  perform pg_notify('round_due', p_round::text);
  return true;
end
$$;

revoke all on function cancel_round from public;
grant execute on function cancel_round to city_mint_worker, city_mint_operator;
