-- Publishes the next round of a due plan: the first one, or the one after a minted round. Its terms are computed from
-- the plan and the previous round, like those of nextRound of the domain (docs/money-rules.md#2-terms-of-a-round): the
-- caller's, whose hash SQL cannot compute, have to be the same. Returns the id of the round.
-- Twin: packages/domain/src/rounds/phase-plan.ts, compared by apps/server/src/rounds/offers/phase-plans.db.test.ts.
-- Uses: functions/ledger/open-accounts.sql
create or replace function publish_round(p_plan bigint, p_terms jsonb, p_terms_hash text) returns bigint
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  planned phase_plan;
  previous round;
  settled round_settlement;
  next_number int := 1;
  opens_at_ms numeric;
  quota numeric;
  terms jsonb;
  late_ms bigint;
  published bigint;
begin
  select * into strict planned from phase_plan where id = p_plan for update;
  select * into previous from round where plan_id = p_plan order by number desc limit 1;
  opens_at_ms := (planned.plan->>'firstOpensAt')::numeric;
  quota := (planned.plan->>'firstQuota')::numeric;
  if previous.id is not null then
    select * into settled from round_settlement s where s.round_id = previous.id;
    next_number := previous.number + 1;
    opens_at_ms := (planned.plan->>'gapMs')::numeric
      + trunc(extract(epoch from greatest(previous.closes_at, settled.settled_at)) * 1000);
    quota := previous.quota + div(previous.quota * (planned.plan->>'growthBps')::numeric, rule_whole_bps());
  end if;
  if planned.state <> 'running' or planned.due_at is null or next_number > (planned.plan->>'rounds')::int
    or (previous.id is not null
      and (settled.outcome = 'minted' and previous.state in ('minted', 'ended')) is distinct from true)
  then
    raise exception 'plan % publishes no round now', p_plan using errcode = 'check_violation';
  end if;
  terms := (planned.plan->'terms') || jsonb_build_object(
    'city', planned.plan->'city', 'phase', planned.plan->'phase', 'number', next_number, 'quota', quota::text,
    'opensAt', opens_at_ms, 'closesAt', opens_at_ms + (planned.plan->>'windowMs')::numeric);
  if p_terms is distinct from terms then
    raise exception 'these are not the terms of round % of plan %', next_number, p_plan
      using errcode = 'check_violation';
  end if;

  late_ms := div((planned.plan->>'windowMs')::numeric * (terms->>'lateBps')::numeric, rule_whole_bps());
  insert into round (plan_id, city_id, phase, number, opens_at, closes_at, late_ms, quota, minimum, wallet_maximum,
    due_at)
  values (p_plan, planned.city_id, planned.phase, next_number, to_timestamp(opens_at_ms / 1000),
    to_timestamp((terms->>'closesAt')::numeric / 1000), late_ms, quota, (terms->>'minimum')::numeric,
    (terms->>'walletMaximum')::numeric, to_timestamp(opens_at_ms / 1000))
  returning id into published;
  insert into round_transition (round_id, state) values (published, 'scheduled');
  insert into round_terms (round_id, terms, terms_hash) values (published, p_terms, p_terms_hash);
  perform ledger_open_accounts(array[account_escrow(published), account_fees(published), account_vesting(published)]);
  update phase_plan p set due_at = null, next_phase_time = case
    when next_number < (p.plan->>'rounds')::int
    then to_timestamp(((terms->>'closesAt')::numeric + (p.plan->>'gapMs')::numeric) / 1000) end
  where p.id = p_plan;
  return published;
end
$$;

-- Closes a plan that publishes no further round: after a failed, a cancelled or its last round, or because operators
-- ended it after this one. Its state is the outcome of that round.
create or replace function close_plan(p_plan bigint) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  planned phase_plan;
  last_number int;
  last_outcome text;
begin
  select * into strict planned from phase_plan where id = p_plan for update;
  select r.number, s.outcome into last_number, last_outcome
  from round r join round_settlement s on s.round_id = r.id
  where r.plan_id = p_plan and r.number = (select max(number) from round where plan_id = p_plan);
  if (planned.state in ('running', 'ending') and (planned.state = 'ending' or last_outcome <> 'minted'
    or last_number >= (planned.plan->>'rounds')::int)) is distinct from true or last_outcome is null
  then
    raise exception 'plan % is not over', p_plan using errcode = 'check_violation';
  end if;
  update phase_plan set due_at = null, next_phase_time = null,
    state = case last_outcome when 'minted' then 'ended' else last_outcome end
  where id = p_plan;
end
$$;

revoke all on function publish_round, close_plan from public;
grant execute on function publish_round, close_plan to city_mint_worker;
