-- Counts a failed round for users with automatic orders of these ranks, and turns auto-mint off for those who reached
-- their limit of losses.
-- Uses: functions/rounds/auto-mint-lock.sql
create or replace function auto_mint_count_losses(p_round bigint, p_first_rank int, p_last_rank int) returns void
  language sql as $$
  select auto_mint_lock(true);
  with counted as (
    update auto_mint a set
      failed_rounds = a.failed_rounds + 1,
      enabled = not o.is_last, queue_position = case when not o.is_last then a.queue_position end,
      enabled_at = case when not o.is_last then a.enabled_at end,
      off_reason = case when o.is_last then 'losses' end,
      version = a.version + o.is_last::int,
      changed_at = case when o.is_last then clock_timestamp() else a.changed_at end
    from (
      select m.user_id, s.stop_after_losses > 0 and s.failed_rounds + 1 >= s.stop_after_losses as is_last
      from mint_order m join auto_mint s on s.user_id = m.user_id
      where m.round_id = p_round and m.rank between p_first_rank and p_last_rank and m.automatic
        and s.enabled and s.enabled_at <= m.joined_at
    ) o
    where a.user_id = o.user_id
    returning a.user_id, not a.enabled as is_off
  )
  insert into auto_mint_cycle (user_id, round_id, event)
  select user_id, p_round, 'turned-off' from counted where is_off order by user_id
$$;
