-- Claims all unclaimed hash power of these users, of rounds whose liquidation is done
-- (docs/money-rules.md#7-hash-power-and-mining). Returns the claims of this call by user and order; each order is
-- claimed by only one of several concurrent callers. No process may call it: claim_machines does, which also makes
-- their machines.
create or replace function claim_hash_power(p_users bigint[]) returns setof hash_power_claim
  language sql security definer set search_path = public, pg_temp as $$
  with claimed as (
    insert into hash_power_claim (order_id, user_id, round_id, hash_power)
    select s.order_id, s.user_id, s.round_id, s.hash_power
    from order_settlement s join round r on r.id = s.round_id
    where s.user_id = any (p_users) and s.loss is not null and s.hash_power > 0 and r.state = 'ended'
      and not exists (select 1 from hash_power_claim c where c.order_id = s.order_id)
    order by s.order_id
    on conflict do nothing
    returning *
  ), recorded as (
    update order_settlement s set is_claimed = true from claimed where s.order_id = claimed.order_id
  ) select * from claimed order by user_id, order_id
$$;

revoke all on function claim_hash_power from public;
