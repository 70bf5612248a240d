-- The parts of a settlement: ranges of participants, each of which is paid in one transaction. No process may call
-- these functions: the steps of a settlement do.

-- Divides the participants of a computed settlement into ranges of user ids with at most about p_largest orders each,
-- once the database has statistics of its orders. A round has at least 12 chunks, so that two connections have work
-- until its end, but a chunk of fewer than 5,000 orders takes hardly less time. With more than 12,500, each order takes
-- more time: the sorted and written data of a part no longer fits into the processor's caches.
create or replace function settlement_cut_chunks(p_round bigint, p_orders int, p_largest int) returns void
  language plpgsql set search_path = public, pg_temp set plan_cache_mode = force_custom_plan
  set work_mem = '128MB' as $$
declare
  chunk_size int := greatest(1, least(p_largest, 12500, greatest(5000, ceil(p_orders / 12.0)::int)));
begin
  perform analyze_order_settlement(p_orders);
  insert into round_chunk (round_id, chunk, from_user, to_user)
  with recursive ends (chunk, from_user, to_user) as (
    select 0, 0::bigint, 0::bigint
    union all
    -- The user of the last order of the next chunk; the index finds it from the end of the previous chunk.
    select chunk + 1, to_user + 1, coalesce((
      select user_id from order_settlement where round_id = p_round and user_id > ends.to_user
      order by user_id limit 1 offset chunk_size - 1
    ), (select max(user_id) from order_settlement where round_id = p_round and user_id > ends.to_user))
    from ends where to_user is not null
  )
  select p_round, chunk, from_user, to_user from ends where chunk > 0 and to_user is not null;
end
$$;

revoke all on function settlement_cut_chunks from public;

-- Opens the parts of a step that pays each chunk of participants, and wakes the workers. Parts are paid in any order,
-- each by the worker that locks its row; the step is done when no part remains
-- (docs/decisions/0091-two-connections-settle.md).
create or replace function settlement_open_parts(p_round bigint, p_step text) returns void
  language sql set search_path = public, pg_temp as $$
  insert into round_part (round_id, step, chunk)
  select round_id, p_step, chunk from round_chunk where round_id = p_round;
  select pg_notify('settlement_parts_due', p_round::text);
$$;

revoke all on function settlement_open_parts from public;

-- Opens the parts of the coins: principals and surplus of each chunk, with the rewards of the inviters whose accounts
-- are in it, for orders of any part. So each account is in one part, and no part waits for the accounts of another.
-- More than p_most_rewards rewards in one chunk, which a few inviters may have, become separate parts.
create or replace function settlement_open_coin_parts(p_round bigint, p_most_rewards int) returns void
  language plpgsql set search_path = public, pg_temp set plan_cache_mode = force_custom_plan
  set work_mem = '128MB' as $$
begin
  with ranges as materialized (
    select array_agg(to_user order by chunk) as ends, count(*)::int as chunks from round_chunk
    where round_id = p_round
  ), rewards as (
    -- The first chunk that ends at or after the inviter; the last one for inviters beyond it.
    select least(width_bucket(s.inviter_id - 1, r.ends) + 1, r.chunks) as chunk, s.inviter_id, s.order_id, s.reward
    from order_settlement s cross join ranges r where s.round_id = p_round and s.reward > 0
  ), pieces as (
    select chunk, piece, array_agg(account_available(inviter_id, currency_ju())) as credits,
      array_agg(reward) as amounts, array_agg(order_id) as orders
    from (
      select *, (row_number() over (partition by chunk order by inviter_id, order_id) - 1) / p_most_rewards as piece
      from rewards
    ) numbered
    group by chunk, piece
  )
  insert into round_part (round_id, step, chunk, reward_credits, reward_amounts, reward_orders)
  select p_round, 'pay', c.chunk, p.credits, p.amounts, p.orders
  from round_chunk c left join pieces p on p.chunk = c.chunk and p.piece = 0 where c.round_id = p_round
  union all
  select p_round, 'pay', r.chunks + row_number() over (order by p.chunk, p.piece), p.credits, p.amounts, p.orders
  from pieces p cross join ranges r where p.piece > 0;
  perform pg_notify('settlement_parts_due', p_round::text);
end
$$;

revoke all on function settlement_open_coin_parts from public;
