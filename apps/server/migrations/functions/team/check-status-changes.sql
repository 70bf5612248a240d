-- Trigger: refuses a change of status that cannot follow from grants and figures. Genesis and reward levels come only
-- from grants, and no status is below the granted one. Figures only grow, so a computed rank falls only once a grant to
-- its user is applied or the thresholds change: a day's margin covers the steps that began before.
create or replace function check_status_changes() returns trigger language plpgsql as $$
declare
  -- When the thresholds of now began to apply.
  thresholds_at timestamptz := (select timestamptz 'epoch' + max(from_day) * interval '24 hours' from team_setting
    where from_day <= utc_day(clock_timestamp()));
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
  left join lateral (
    select s.node_type, s.performance_level, s.changed_at - interval '1 day' as since from team_status_change s
    where s.user_id = c.user_id and s.id < c.id order by s.id desc limit 1
  ) before on true
  where c.node_type < coalesce(granted.node_type, 0) or c.node_type > greatest(3, granted.node_type)
    or c.reward_level <> coalesce(rewarded.reward_level, 0)
    or c.team_level <> greatest(c.reward_level, c.performance_level)
    or (c.node_type < before.node_type or c.performance_level < before.performance_level)
      and before.since > thresholds_at and not exists (
        select from team_grant g where g.user_id = c.user_id and applied_at > before.since
      )
  limit 1;
  if found then
    raise exception 'the status of user % does not follow from grants and figures', wrong
      using errcode = 'check_violation';
  end if;
  return null;
end
$$;
