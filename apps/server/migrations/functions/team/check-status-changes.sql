-- Trigger: refuses a change of status that the operators' applied grants do not allow: genesis and reward levels come
-- only from grants, and no status is below the granted one.
create or replace function check_status_changes() returns trigger language plpgsql as $$
declare
  wrong bigint;
begin
  select c.user_id into wrong from changed c
  left join lateral (
    select node_type from team_grant g where g.user_id = c.user_id and applied and node_type is not null
    order by id desc limit 1
  ) granted on true
  left join lateral (
    select reward_level from team_grant g where g.user_id = c.user_id and applied and reward_level is not null
    order by id desc limit 1
  ) rewarded on true
  where c.node_type < coalesce(granted.node_type, 0) or c.node_type > greatest(3, granted.node_type)
    or c.reward_level <> coalesce(rewarded.reward_level, 0)
    or c.team_level <> greatest(c.reward_level, c.performance_level)
  limit 1;
  if found then
    raise exception 'the status of user % is not what was granted', wrong using errcode = 'check_violation';
  end if;
  return null;
end
$$;
