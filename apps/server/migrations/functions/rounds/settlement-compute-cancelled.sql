-- Computes the payments of a cancelled round, the whole principal of each order, and stores them with the orders. It
-- draws on no fund (docs/money-rules.md#5-settlement). No process may call it: settlement_compute does.
-- Twin: packages/domain/src/rounds/settle-cancelled.ts, compared by
-- apps/server/src/rounds/lifecycle/cancelled-rounds.db.test.ts.
create or replace function settlement_compute_cancelled(p_round bigint) returns void
  language plpgsql set search_path = public, pg_temp set plan_cache_mode = force_custom_plan
  set work_mem = '128MB' as $$
declare
  funds record;
begin
  select * into funds from settlement_funds();
  with written as (
    insert into order_settlement (order_id, round_id, user_id, rank, amount, late, refund)
    select id, p_round, user_id, rank, accepted, late, accepted
    from mint_order where round_id = p_round order by user_id
    returning refund
  )
  insert into round_settlement (round_id, outcome, order_count, amount, reserve_balance, reserve_cap,
    emission_remaining, totals)
  select p_round, 'cancelled', count(*), coalesce(sum(refund), 0), funds.reserve, funds.cap, funds.emission,
    jsonb_build_object('refund', coalesce(sum(refund), 0)::text)
  from written;
end
$$;

revoke all on function settlement_compute_cancelled from public;
