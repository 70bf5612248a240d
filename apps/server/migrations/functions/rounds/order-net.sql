-- What a settled order gained or lost in JU: principal or refund, share of surplus and compensation less what was
-- joined with. Rewards that the order earned the inviter are not part of it.
create or replace function order_net(s order_settlement) returns numeric language sql immutable parallel safe as $$
  select coalesce(s.principal, s.refund) + coalesce(s.split, 0) + coalesce(s.compensation, 0) - s.amount
$$;

-- What a settled order cost in JU: the fee, or the loss that was not compensated. Shares of surplus are earned, and no
-- part of it.
create or replace function order_cost(s order_settlement) returns numeric language sql immutable parallel safe as $$
  select s.amount - coalesce(s.principal, s.refund) - coalesce(s.compensation, 0)
$$;
