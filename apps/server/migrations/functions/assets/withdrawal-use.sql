-- The figures that count for the daily limits of a user and a currency, over the 24 hours before p_at: the user's
-- requests, including vouchers that expired unused; the user's withdrawals and recharges; all other users' withdrawals,
-- each user's less the same user's recharges and never below 0; and until when the user has to wait because vouchers
-- expired unused (null = no wait): as many hours after the last one as there were in these 24 hours, in any currency.
-- Once vouchers that were never sent have held the whole limit of the day for an hour, in parts or at a time, only what
-- others were paid counts, so that no number of wallets holds everyone up for longer. A demand on the chain uses none
-- of the others' limit. Counts requests before the withdrawal p_before (null = all). For the same moment the signer and
-- the request get the same figures, or lower ones if money was returned since. docs/money-rules.md#10-withdrawals
create or replace function withdrawal_use(
  p_user bigint, p_currency int, p_at timestamptz, p_before bigint, out user_requested numeric,
  out user_withdrawn numeric, out user_recharged numeric, out others_net numeric, out cools_until timestamptz
) language sql stable set search_path = public, pg_temp as $$
  with withdrawn as materialized (
    select w.user_id, sum(w.amount) filter (where w.state <> 'returned') as paid,
      coalesce(sum(w.amount) filter (where w.state <> 'returned' and not w.is_demanded), 0) as asked,
      sum(w.amount) filter (where w.booked_at <= p_at) as booked,
      sum(w.amount) filter (where not w.is_demanded and (w.state <> 'returned' or w.return_reason = 'expired'))
        as requested
    from withdrawal w
    where w.currency = p_currency and w.requested_at > p_at - interval '24 hours' and not w.is_payout
      and (p_before is null or w.id < p_before)
    group by w.user_id
  ), recharged as materialized (
    select r.user_id, sum(r.amount) as amount
    from recharge r
    where r.currency = p_currency and r.credited_at > p_at - interval '24 hours' and r.credited_at <= p_at
      and (r.user_id = p_user or r.user_id in (select user_id from withdrawn where paid > 0))
    group by r.user_id
  ), unsent as (
    select sum(w.amount * greatest(extract(epoch from w.returned_at - w.requested_at), 0))
      >= (select per_day * 3600 from withdrawal_limit where currency = p_currency) as is_spent
    from withdrawal w
    where w.currency = p_currency and w.requested_at > p_at - interval '24 hours' and not w.is_payout
      and not w.is_demanded and w.returned_at <= p_at and (p_before is null or w.id < p_before)
  ), expired as (
    select count(*)::int as number, max(returned_at) as last_at
    from withdrawal
    where user_id = p_user and not is_payout and not is_demanded and return_reason = 'expired'
      and returned_at > p_at - interval '24 hours' and returned_at <= p_at
      and requested_at > p_at - interval '48 hours' and (p_before is null or id < p_before)
  )
  select coalesce((select requested from withdrawn where user_id = p_user), 0),
    coalesce((select paid from withdrawn where user_id = p_user), 0),
    coalesce((select amount from recharged where user_id = p_user), 0),
    coalesce((
      select sum(least(w.asked, greatest(case when is_spent then w.booked else w.paid end - coalesce(r.amount, 0), 0)))
      from unsent cross join withdrawn w left join recharged r using (user_id) where w.user_id <> p_user), 0),
    (select case when last_at + make_interval(hours => number) > p_at then last_at + make_interval(hours => number) end
      from expired)
$$;
