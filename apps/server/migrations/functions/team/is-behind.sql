-- Returns whether some round was minted before a time, is paid and closed, and its orders are not all attributed. Waits
-- for the step of the roll-up that runs; until the transaction ends, no worker changes statuses or attributions.
create or replace function team_is_behind(p_before timestamptz) returns boolean
  language plpgsql set search_path = public, pg_temp as $$
declare
  below bigint;
begin
  select rounds_below into below from team_progress for update;
  return exists (
    select from round r join round_settlement s on s.round_id = r.id
    where r.id > below and r.state in ('minted', 'ended') and s.outcome = 'minted' and s.settled_at < p_before
      and not exists (select from team_round t where t.round_id = r.id and t.done)
  );
end
$$;

revoke all on function team_is_behind from public;
