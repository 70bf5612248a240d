-- Guards of the steps of a settlement. Every step calls one of them first.

-- Throws while no money of this round may move: settling is paused, or operators have suspended the round.
create or replace function settlement_assert_running(p_round bigint) returns void
  language plpgsql set search_path = public, pg_temp as $$
begin
  if exists (select 1 from system_switch where name = 'settlement' and paused) then
    raise exception 'settling is paused' using errcode = 'object_not_in_prerequisite_state';
  end if;
  if exists (select 1 from round_suspension where round_id = p_round) then
    raise exception 'round % is suspended', p_round using errcode = 'object_not_in_prerequisite_state';
  end if;
end
$$;

revoke all on function settlement_assert_running from public;

-- Locks a round until the transaction ends and returns its row. Throws unless it is in one of these states and its
-- money may move.
create or replace function settlement_lock(p_round bigint, p_states text[]) returns round
  language plpgsql set search_path = public, pg_temp as $$
declare
  r round;
begin
  perform settlement_assert_running(p_round);
  select * into r from round where id = p_round and state = any (p_states) for update;
  if not found then
    raise exception 'round % is not %', p_round, array_to_string(p_states, ' or ')
      using errcode = 'object_not_in_prerequisite_state';
  end if;
  return r;
end
$$;

revoke all on function settlement_lock from public;
