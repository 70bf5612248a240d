-- The gain or loss of a settled order in JU: principal or refund, share of surplus and compensation minus the joined
-- amount. Excludes the inviter's rewards for the order.
create or replace function order_net(s order_settlement) returns numeric language sql immutable parallel safe as $$
  select coalesce(s.principal, s.refund) + coalesce(s.split, 0) + coalesce(s.compensation, 0) - s.amount
$$;

-- The cost of a settled order in JU: the fee, or the uncompensated loss. Excludes shares of surplus, which are
-- earnings.
create or replace function order_cost(s order_settlement) returns numeric language sql immutable parallel safe as $$
  select s.amount - coalesce(s.principal, s.refund) - coalesce(s.compensation, 0)
$$;
