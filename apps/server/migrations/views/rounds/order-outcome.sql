-- Each order with its state and, once its round is settled, the returned amount and the net result; amounts in base
-- units.
-- Uses: functions/rounds/order-net.sql
create or replace view order_outcome as
select o.id as order_id, o.round_id, o.user_id, o.rank, r.order_count + 1 - o.rank as reverse_rank, o.automatic,
  o.asked, o.accepted, o.joined_at, o.late, r.state as round_state,
  case
    when r.state in ('failed', 'liquidating') then 'failed'
    when r.state = 'minted' then 'minted'
    when r.state = 'cancelled' then 'cancelled'
    when r.state = 'ended' and s.hash_power > 0 and c.order_id is null then 'claimable'
    when r.state = 'ended' then 'ended'
    else 'active'
  end as state,
  -- The outcome of the order: minted, failed or cancelled, permanently; null until it is known.
  case
    when r.state in ('failed', 'liquidating') then 'failed'
    when r.state = 'cancelled' then 'cancelled'
    when r.state in ('minted', 'ended') then g.outcome
  end as outcome,
  -- Principal or refund in JU; null until the round is settled.
  case when r.state in ('minted', 'ended') then coalesce(s.principal, s.refund) end as returned,
  -- In JU, see order_net; null until the round is settled.
  case when r.state in ('minted', 'ended') then order_net(s) end as net,
  -- FMC of the three stages of a minted order; null for any other.
  case when r.state in ('minted', 'ended') then array[s.stage1, s.stage2, s.stage3] end as stages,
  -- When it was settled; null until its round's settlement is paid and closed. Only then do the later amounts count.
  case when r.state in ('minted', 'ended') and s.order_id is not null then g.settled_at end as settled_at,
  s.principal, s.fee, s.split, s.refund, s.loss, s.compensation, s.hash_power
from mint_order o
join round r on r.id = o.round_id
left join order_settlement s on s.order_id = o.id
left join round_settlement g on g.round_id = o.round_id
left join hash_power_claim c on c.order_id = o.id;

grant select on order_outcome to city_mint_api, city_mint_worker, city_mint_ops;
