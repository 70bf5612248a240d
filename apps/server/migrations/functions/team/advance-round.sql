-- The progress of the roll-up through settled rounds.

-- Records that the next `p_users` users of a settled round are rolled up, and attributes their orders if it was minted.
-- Throws unless the round is settled, paid and not rolled up. Returns nothing. The attributed amounts of a round do not
-- depend on `p_users`. One transaction at a time, by the row of team_progress.
create or replace function advance_team_round(p_round bigint, p_users int) returns void
  language plpgsql security definer set search_path = public, pg_temp set plan_cache_mode = force_custom_plan as $$
declare
  outcome_of text;
  reached team_round;
  last bigint;
  users int := 0;
begin
  update team_progress set batches = batches + 1;
  select s.outcome into outcome_of from round r join round_settlement s on s.round_id = r.id
  where r.id = p_round and r.state in ('minted', 'ended');
  insert into team_round (round_id) select p_round where outcome_of is not null on conflict do nothing;
  select * into reached from team_round where round_id = p_round;
  if outcome_of is null or reached.done or coalesce(p_users, 0) < 1 then
    raise exception 'round % is not settled, or is rolled up, or the range is empty', p_round
      using errcode = 'object_not_in_prerequisite_state';
  end if;
  if outcome_of <> 'cancelled' then
    select max(user_id), count(*) into last, users from (
      select user_id from order_settlement where round_id = p_round and user_id > reached.last_user
      group by user_id order by user_id limit p_users
    ) page;
  end if;
  if outcome_of = 'minted' and users > 0 then
    perform attribute_orders(p_round, reached.last_user, last);
  end if;
  update team_round set last_user = coalesce(last, last_user), done = users < p_users where round_id = p_round;
end
$$;

-- Records that every round up to this one is settled and rolled up. Throws where one is not, and within the last
-- thousand rounds: ids are assigned before the commit, so a round may appear below newer ones. Returns nothing.
create or replace function advance_team_rounds_below(p_round bigint) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if p_round > (select max(id) - 1000 from round) or exists (
    select from round r where r.id > (select rounds_below from team_progress) and r.id <= p_round
      and not exists (select from team_round t where t.round_id = r.id and t.done)
  ) then
    raise exception 'some round up to % is not rolled up', p_round using errcode = 'object_not_in_prerequisite_state';
  end if;
  update team_progress set rounds_below = p_round where rounds_below < p_round;
end
$$;

revoke all on function advance_team_round, advance_team_rounds_below from public;
grant execute on function advance_team_round, advance_team_rounds_below to city_mint_worker;
