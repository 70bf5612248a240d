-- The step `compute` of a settlement: computes the payments of all orders by the round's stored terms, before anything
-- is paid, reserves the amounts that they will draw from the funds, and opens the first parts of the payments
-- (docs/money-rules.md#5-settlement). The state of the round decides the outcome, and the keys of round_step,
-- round_settlement and order_settlement let it run once. Returns false while another transaction computes its draw on
-- the funds. Tokens of a minted round are paid from the emission to accounts that coins never touch, so their parts are
-- open from now on, even before the fees are paid.
create or replace function settlement_compute(p_round bigint, p_chunk_size int default null) returns boolean
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  r round := settlement_lock(p_round, array['settling', 'liquidating', 'cancelled']);
begin
  perform 1 from fund_lock for update skip locked;
  if not found then
    return false;
  end if;
  insert into round_step (round_id, step, chunk) values (p_round, 'compute', 0);
  case r.state
    when 'settling' then perform settlement_compute_minted(p_round, r.order_count);
    when 'liquidating' then perform settlement_compute_failed(p_round, r.order_count);
    else perform settlement_compute_cancelled(p_round);
  end case;
  perform settlement_assert_sums(r);
  perform settlement_cut_chunks(p_round, r.order_count, p_chunk_size);
  perform settlement_open_parts(
    p_round, case r.state when 'settling' then 'mint' when 'liquidating' then 'refund' else 'return' end);
  return true;
end
$$;

revoke all on function settlement_compute from public;
grant execute on function settlement_compute to city_mint_worker;

-- Throws unless a computed settlement is one of all orders of the round and of exactly the JU that its escrow holds.
create or replace function settlement_assert_sums(r round) returns void
  language plpgsql set search_path = public, pg_temp as $$
declare
  s round_settlement;
  held numeric := ledger_balance(account_escrow(r.id));
begin
  select * into strict s from round_settlement where round_id = r.id;
  if (s.order_count, s.amount, held) is distinct from (r.order_count, r.filled, r.filled)
    or (s.outcome = 'minted') is distinct from (s.amount = r.quota) and s.outcome <> 'cancelled'
  then
    raise exception 'round % has % orders of %, its escrow %, its settlement % orders of %',
      r.id, r.order_count, r.filled, held, s.order_count, s.amount using errcode = 'check_violation';
  end if;
end
$$;

revoke all on function settlement_assert_sums from public;
