-- Ends a running plan after the last published round, for operators: no further one is published
-- (docs/money-rules.md#2-terms-of-a-round). p_last_round is the number of that round as the operator read it. Rounds
-- are published under the lock of their plan, so none is published in between. Returns false for a plan that is not
-- running, or whose last round is a later one by now.
create or replace function end_plan(p_plan bigint, p_last_round int) returns boolean
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform 1 from phase_plan where id = p_plan and state = 'running' for update;
  if not found or p_last_round is distinct from (select max(number) from round where plan_id = p_plan) then
    return false;
  end if;
  update phase_plan set state = 'ending', next_phase_time = null where id = p_plan;
  return true;
end
$$;

revoke all on function end_plan from public;
grant execute on function end_plan to city_mint_operator;
