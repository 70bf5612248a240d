-- Applies a decided part of an opening: writes its orders, moves their money, logs each user's cycle, and counts them
-- for the round. Returns false, and the caller must roll back, unless the round has reached the state from which the
-- part was decided: false if the previous part was not committed, or if since the decision joins were paused, the
-- window was moved or the plan was revoked. Writes rows that all parts share last.
create or replace function auto_mint_write(
  p_round bigint, p_payers bigint[], p_asked numeric[], p_amounts numeric[], p_order_ids bigint[], p_ranks int[],
  p_skipped bigint[], p_reasons text[], p_base jsonb, p_reached jsonb
) returns boolean
-- A part has few of all accounts: reading them one by one costs half of a scan.
language plpgsql set work_mem = '64MB' set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  r round;
  joining_at timestamptz := (p_reached->>'at')::timestamptz;
  joiners int := coalesce(cardinality(p_payers), 0);
  paid_ids bigint[];
begin
  if joiners > 0 then
    select * into strict r from round where id = p_round;
    insert into mint_order (id, round_id, user_id, rank, automatic, asked, accepted, request_id, joined_at, late)
    overriding system value
    select t.id, p_round, t.user_id, t.rank, true, t.asked, t.amount, auto_mint_request(p_round, t.user_id),
      joining_at, joining_at >= r.closes_at - r.late_ms * interval '1 millisecond'
    from unnest(p_order_ids, p_payers, p_ranks, p_asked, p_amounts) as t (id, user_id, rank, asked, amount)
    order by t.rank;
    insert into auto_mint_cycle (user_id, round_id, event, order_id, rank, amount)
    select t.user_id, p_round, 'joined', t.id, t.rank, t.amount
    from unnest(p_order_ids, p_payers, p_ranks, p_amounts) as t (id, user_id, rank, amount);
  end if;
  if cardinality(p_skipped) > 0 then
    insert into auto_mint_cycle (user_id, round_id, event, reason)
    select t.user_id, p_round, case when t.reason is null then 'turned-off' else 'skipped' end, t.reason
    from unnest(p_skipped, p_reasons) as t (user_id, reason);
    update auto_mint a
    set enabled = false, queue_position = null, enabled_at = null, off_reason = 'losses', version = a.version + 1,
      changed_at = clock_timestamp()
    from unnest(p_skipped, p_reasons) as t (user_id, reason)
    where t.reason is null and a.user_id = t.user_id;
  end if;
  if joiners > 0 then
    -- From the escrow account on, which the previous part has locked, this waits until that part is committed.
    paid_ids := ledger_write_debits(
      kind_join(), account_escrow(p_round),
      array(select account_available(u, currency_ju()) from unnest(p_payers) with ordinality as t (u, n) order by n),
      p_amounts, p_order_ids
    );
    if cardinality(paid_ids) <> joiners then
      raise exception 'round %: an account has less than its locked balance', p_round;
    end if;
  end if;

  select * into strict r from round where id = p_round for update;
  if r.state <> 'scheduled' or r.filled <> (p_base->>'filled')::numeric or r.order_count <> (p_base->>'orders')::int
    or r.last_joined_at > joining_at or r.opens_at <> (p_base->>'opens')::timestamptz
    or r.closes_at <> (p_base->>'closes')::timestamptz
    or exists (select 1 from system_switch where name = 'joins' and paused)
  then
    return false;
  end if;
  update auto_mint_opening o
  set done_position = (p_reached->>'position')::bigint, joined = o.joined + joiners,
    considered = o.considered + joiners + coalesce(cardinality(p_skipped), 0),
    finished_at = case when (p_reached->>'is_done')::boolean then clock_timestamp() end
  where o.round_id = p_round and o.done_position = (p_base->>'position')::bigint
    and o.last_position = (p_base->>'last')::bigint;
  if not found then
    return false;
  end if;
  if joiners > 0 then
    update round
    set filled = (p_reached->>'filled')::numeric, order_count = (p_reached->>'orders')::int, last_joined_at = joining_at
    where id = p_round;
  end if;
  return true;
end
$$;
