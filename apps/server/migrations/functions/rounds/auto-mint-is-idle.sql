-- Returns whether no other transaction is deciding or writing a part of this round's opening. Holds no lock afterwards.
-- Uses: functions/rounds/auto-mint-part-key.sql
create or replace function auto_mint_is_idle(p_round bigint) returns boolean language sql as $$
  select bool_and(case when pg_try_advisory_lock_shared(key) then pg_advisory_unlock_shared(key) else false end)
  from unnest(array[auto_mint_part_key(p_round, 0), auto_mint_part_key(p_round, 1)]) key
$$;
