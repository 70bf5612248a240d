-- Computes the payments of a failed round and stores them with the orders: refunds, losses, compensation and hash
-- power. The budget covers losses in reverse rank, those of late orders after all others
-- (docs/money-rules.md#5-settlement). No process may call it: settlement_compute does, which holds the lock of the
-- funds.
-- Twin: packages/domain/src/rounds/settle-failed.ts, compared by
-- apps/server/src/rounds/settlement/settlement.db.test.ts.
create or replace function settlement_compute_failed(p_round bigint, p_orders int) returns void
  language plpgsql set search_path = public, pg_temp set plan_cache_mode = force_custom_plan
  -- Like settlement_compute_minted.
  set work_mem = '128MB' set enable_nestloop = on as $$
declare
  t jsonb := (select terms from round_terms where round_id = p_round);
  loss_bps int := (t->>'lossBps')::int;
  times_bps int := (t->>'compensationTimesBps')::int;
  funds record;
  budget numeric;
  sums record;
  refill numeric;
begin
  perform set_config('enable_nestloop', case when p_orders < 10000 then 'on' else 'off' end, true);
  select * into funds from settlement_funds();
  budget := div(funds.reserve * (t->>'reserveDrawBps')::int, rule_whole_bps());
  with losses as (
    select id, user_id, rank, accepted as amount, late, div(accepted * loss_bps, rule_whole_bps()) as loss
    from mint_order where round_id = p_round
  ), compensated as (
    select *, least(
      loss, greatest(0, budget - (sum(loss) over (order by late, rank desc) - loss))
    ) as compensation
    from losses
  ), written as (
    insert into order_settlement
      (order_id, round_id, user_id, rank, amount, late, refund, loss, compensation, hash_power)
    select id, p_round, user_id, rank, amount, late, amount - loss, loss, compensation,
      div((loss - compensation) * times_bps, rule_whole_bps())
    from compensated order by user_id
    returning amount, refund, loss, compensation, hash_power
  )
  select count(*)::int as orders, coalesce(sum(amount), 0) as amount, coalesce(sum(refund), 0) as refund,
    coalesce(sum(loss), 0) as loss, coalesce(sum(compensation), 0) as compensation,
    coalesce(sum(hash_power), 0) as hash_power
  into strict sums from written;
  -- The losses refill the reserve up to its cap, also for the compensation that it is about to pay.
  refill := least(sums.loss, greatest(0, funds.cap - (funds.reserve - sums.compensation)));
  insert into fund_reservation (round_id, fund, amount) values (p_round, 'reserve', sums.compensation);
  insert into round_settlement (round_id, outcome, order_count, amount, reserve_balance, reserve_cap,
    emission_remaining, totals)
  values (p_round, 'failed', sums.orders, sums.amount, funds.reserve, funds.cap, funds.emission,
    jsonb_build_object('refund', sums.refund::text, 'loss', sums.loss::text,
      'compensation', sums.compensation::text, 'hash', sums.hash_power::text,
      'reserveIn', refill::text, 'launchCosts', (sums.loss - refill)::text));
end
$$;

revoke all on function settlement_compute_failed from public;
