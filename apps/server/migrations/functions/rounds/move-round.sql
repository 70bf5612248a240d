-- Moves a round, its row locked by this transaction, to its next state, due again at `p_due_at` (null = never), and
-- records the transition. Fails where the round is in another state than `p_from`, or may not move to `p_to`
-- (docs/money-rules.md#3-states); the key of round_transition makes a second move into the same state fail. No process
-- may call it: functions that check the condition of a move do.
--
-- This is the only writer of round.state: no role may write the column, and rounds/round/round-states.db.test.ts finds
-- a function that does. Other functions call it, also where that is a second update of the row: a round fills once.
create or replace function move_round(p_round bigint, p_from text, p_to text, p_due_at timestamptz) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if round_may_move(p_from, p_to) is distinct from true then
    raise exception 'round % cannot move from % to %', p_round, p_from, p_to using errcode = 'check_violation';
  end if;
  update round set state = p_to, due_at = p_due_at where id = p_round and state = p_from;
  if not found then
    raise exception 'round % is not %', p_round, p_from using errcode = 'check_violation';
  end if;
  insert into round_transition (round_id, state) values (p_round, p_to);
end
$$;

revoke all on function move_round from public;
