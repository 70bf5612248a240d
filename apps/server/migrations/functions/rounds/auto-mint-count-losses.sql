-- Counts a failed round for the next p_limit users with automatic orders of it, which have its first ranks, and turns
-- auto-mint off for those who reached their limit of losses. The last counted rank is the step's number, so that parts
-- of another size can follow. Returns false when all are counted.
-- Uses: functions/rounds/auto-mint-lock.sql
create or replace function auto_mint_count_losses(p_round bigint, p_limit int) returns boolean
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  automatic_orders int := (select joined from auto_mint_opening where round_id = p_round);
  counted_ranks int;
  last_rank int;
begin
  perform 1 from round where id = p_round and state = 'failed' for update;
  if not found or p_limit < 1 then
    raise exception 'round % counts no losses', p_round using errcode = 'check_violation';
  end if;
  counted_ranks := coalesce((select max(chunk) from round_step
    where round_id = p_round and step = 'auto-mint-losses'), 0);
  if automatic_orders is null or counted_ranks >= automatic_orders then
    return false;
  end if;
  last_rank := least(counted_ranks + p_limit, automatic_orders);
  insert into round_step (round_id, step, chunk) values (p_round, 'auto-mint-losses', last_rank);
  perform auto_mint_lock(true);
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
      where m.round_id = p_round and m.rank > counted_ranks and m.rank <= last_rank and m.automatic
        and s.enabled and s.enabled_at <= m.joined_at
    ) o
    where a.user_id = o.user_id
    returning a.user_id, not a.enabled as is_off
  )
  insert into auto_mint_cycle (user_id, round_id, event)
  select user_id, p_round, 'turned-off' from counted where is_off order by user_id;
  return true;
end
$$;

revoke all on function auto_mint_count_losses from public;
grant execute on function auto_mint_count_losses to city_mint_worker;
