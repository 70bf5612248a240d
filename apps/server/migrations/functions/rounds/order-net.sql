-- What a settled order gained or lost in JU: principal or refund, share of surplus and compensation less what was
-- joined with. Rewards that the order earned the inviter are not part of it.
create or replace function order_net(s order_settlement) returns numeric language sql immutable parallel safe as $$
  select coalesce(s.principal, s.refund) + coalesce(s.split, 0) + coalesce(s.compensation, 0) - s.amount
$$;
