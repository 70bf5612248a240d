-- Computes the payments of a full round by the bindings up to its time, and stores them with the orders. Set-based: it
-- reads the orders once, with their inviters, and divides once for all equal amounts. Surplus and stages are split like
-- `splitByWeight`: each order gets its share rounded down, and the orders from rank 1 on get one base unit more until
-- no unit remains (docs/money-rules.md#5-settlement). No process may call it: settlement_compute does, which holds the
-- lock of the funds.
-- Twin: packages/domain/src/rounds/settle-minted.ts, compared by
-- apps/server/src/rounds/settlement/settlement.db.test.ts.
create or replace function settlement_compute_minted(p_round bigint, p_orders int) returns void
  language plpgsql set search_path = public, pg_temp set plan_cache_mode = force_custom_plan
  -- Joins and sorts the orders of a large round in memory: only one settlement computes at a time.
  set work_mem = '128MB' set enable_nestloop = on as $$
declare
  t jsonb := (select terms from round_terms where round_id = p_round);
  mint_fee_bps int := (t->>'mintFeeBps')::int;
  referral_bps int := (t->>'referralBps')::int;
  nodes_bps int := (t->>'nodesBps')::int;
  levels_bps int := (t->>'levelsBps')::int;
  treasury_bps int := (t->>'treasuryBps')::int;
  funds record;
  minted numeric;
  stages numeric[];
  settled timestamptz;
  sums record;
begin
  -- From this number of orders on, a nested loop, chosen by the statistics of nearly empty tables, would take hours.
  perform set_config('enable_nestloop', case when p_orders < 10000 then 'on' else 'off' end, true);
  select * into funds from settlement_funds();
  minted := least((t->>'mintAmount')::numeric, funds.emission);
  stages := array[
    div(minted * (t->'stageBps'->>0)::int, rule_whole_bps()), div(minted * (t->'stageBps'->>1)::int, rule_whole_bps())];
  stages := stages || (minted - stages[1] - stages[2]);
  -- A statement before the computation, whose snapshot has every binding up to this time.
  settled := settlement_time();
  with orders as materialized (
    select o.id, o.user_id, o.rank, o.accepted, o.late, p.inviter_id, i.user_id is not null as inviter_qualified
    from mint_order o
      left join participant p on p.user_id = o.user_id and p.bound_at <= settled
      left join participant i on i.user_id = p.inviter_id and i.first_settled_round_id is not null
    where o.round_id = p_round order by o.user_id
  ), amounts as materialized (
    select *, div(fees.fee * referral_bps, rule_whole_bps()) as reward
    from (
      select accepted, count(*) as orders, count(*) filter (where inviter_qualified) as rewarded,
        div(accepted * mint_fee_bps, rule_whole_bps()) as fee
      from orders group by accepted
    ) fees
  ), summed as (
    select coalesce(sum(accepted * orders), 0) as amount, coalesce(sum(fee * orders), 0) as fee,
      coalesce(sum(reward * rewarded), 0) as reward, coalesce(sum(orders), 0)::int as orders
    from amounts
  ), divided as (
    select *, div(fee * nodes_bps, rule_whole_bps()) as nodes, div(fee * levels_bps, rule_whole_bps()) as levels,
      div(fee * treasury_bps, rule_whole_bps()) as treasury
    from summed
  ), totals as materialized (
    -- The reserve gets the rest of the fees, and the orders get the part above its cap.
    select *, greatest(0, reserve_in + least(0, funds.reserve - funds.cap)) as split,
      stages[1] as stage1, stages[2] as stage2, stages[3] as stage3
    from (select *, fee - reward - nodes - levels - treasury as reserve_in from divided) d
  ), shares as materialized (
    select a.accepted, a.orders, a.fee, a.reward, div(a.accepted * t.split, t.amount) as split,
      div(a.accepted * t.stage1, t.amount) as stage1, div(a.accepted * t.stage2, t.amount) as stage2,
      div(a.accepted * t.stage3, t.amount) as stage3
    from amounts a cross join totals t
  ), given as (
    select sum(split * orders) as split, sum(stage1 * orders) as stage1, sum(stage2 * orders) as stage2,
      sum(stage3 * orders) as stage3
    from shares
  ), each as materialized (
    -- An order's share with and without one of the remaining units, which are fewer than the orders. Amounts have the
    -- type of their columns here, otherwise each would be converted for each order.
    select s.accepted, (s.accepted - s.fee)::numeric(78, 0) as principal, s.fee::numeric(78, 0) as fee,
      s.reward::numeric(78, 0) as reward, 0::numeric(78, 0) as no_reward,
      s.split::numeric(78, 0) as split, (s.split + 1)::numeric(78, 0) as split_more,
      s.stage1::numeric(78, 0) as stage1, (s.stage1 + 1)::numeric(78, 0) as stage1_more,
      s.stage2::numeric(78, 0) as stage2, (s.stage2 + 1)::numeric(78, 0) as stage2_more,
      s.stage3::numeric(78, 0) as stage3, (s.stage3 + 1)::numeric(78, 0) as stage3_more,
      (t.split - g.split)::int as split_ranks, (t.stage1 - g.stage1)::int as stage1_ranks,
      (t.stage2 - g.stage2)::int as stage2_ranks, (t.stage3 - g.stage3)::int as stage3_ranks
    from shares s cross join totals t cross join given g
  ), written as (
    insert into order_settlement
      (order_id, round_id, user_id, rank, amount, late, principal, fee, inviter_id, inviter_qualified, reward,
        split, stage1, stage2, stage3)
    select o.id, p_round, o.user_id, o.rank, o.accepted, o.late, e.principal, e.fee, o.inviter_id,
      o.inviter_qualified, case when o.inviter_qualified then e.reward else e.no_reward end,
      case when o.rank <= e.split_ranks then e.split_more else e.split end,
      case when o.rank <= e.stage1_ranks then e.stage1_more else e.stage1 end,
      case when o.rank <= e.stage2_ranks then e.stage2_more else e.stage2 end,
      case when o.rank <= e.stage3_ranks then e.stage3_more else e.stage3 end
    from orders o join each e on e.accepted = o.accepted
  )
  select orders, amount, fee, reward, nodes, levels, treasury, reserve_in, split into strict sums from totals;
  insert into round_settlement (round_id, settled_at, outcome, order_count, amount, reserve_balance, reserve_cap,
    emission_remaining, totals, stages)
  values (p_round, settled, 'minted', sums.orders, sums.amount, funds.reserve, funds.cap, funds.emission,
    jsonb_build_object('principal', (sums.amount - sums.fee)::text, 'fee', sums.fee::text, 'reward', sums.reward::text,
      'nodes', sums.nodes::text, 'levels', sums.levels::text, 'treasury', sums.treasury::text,
      'reserveIn', sums.reserve_in::text, 'split', sums.split::text, 'minted', minted::text),
    stages);
  insert into fund_reservation (round_id, fund, amount) values (p_round, 'emission', minted);
end
$$;

revoke all on function settlement_compute_minted from public;
