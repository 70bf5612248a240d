-- Inserts orders that the caller decided one by one (docs/money-rules.md#4-join), debits their wallets and updates the
-- round. The arrays are in the order of the ranks, each user once, by the token of their session. Verifies the
-- decisions: throws unless every session is valid, the round is open at `p_joined_at`, its terms are these, joins are
-- not paused, and each accepted amount is exactly the one that `decideJoin` accepts after the previous ones. Returns
-- the ids of the orders, by rank.
-- Twin: packages/domain/src/rounds/decide-join.ts, compared by tests/model/ledger-model.db.test.ts.
create or replace function join_decided(
  p_round bigint, p_terms_hash text, p_joined_at timestamptz, p_tokens bytea[], p_asked numeric[],
  p_accepted numeric[], p_requests uuid[]
) returns bigint[] language plpgsql security definer set search_path = public, pg_temp as $$
declare
  r round;
  users bigint[] := session_users_of(p_tokens);
  order_ids bigint[];
  paid_ids bigint[];
  is_full boolean;
begin
  select * into strict r from round where id = p_round for update;
  if r.state <> 'open' or p_joined_at not between r.opens_at and r.closes_at - interval '1 microsecond'
    or p_joined_at > greatest(clock_timestamp(), r.last_joined_at) or p_joined_at < r.last_joined_at
    or p_joined_at < clock_timestamp() - interval '10 seconds'
    or exists (select 1 from system_switch where name = 'joins' and paused)
    or not exists (select 1 from round_terms where round_id = p_round and terms_hash = p_terms_hash)
  then
    raise exception 'round % takes no orders of %', p_round, p_joined_at using errcode = 'check_violation';
  end if;
  if exists (
    with asked as (
      select user_id, amount, accepted,
        r.quota - r.filled - coalesce(sum(accepted) over earlier, 0) as room,
        case when r.wallet_maximum = 0 then r.quota else r.wallet_maximum - coalesce((
          select sum(o.accepted) from mint_order o
          where o.user_id = t.user_id and o.id >= r.first_order_id and o.round_id = p_round), 0) end as wallet_room
      from unnest(users, p_asked, p_accepted) with ordinality as t (user_id, amount, accepted, n)
      window earlier as (order by n rows between unbounded preceding and 1 preceding)
    )
    select 1 from asked
    where (accepted > 0 and accepted = least(amount, room, wallet_room) and amount >= least(r.minimum, room)
      and amount = trunc(amount)) is distinct from true
  ) then
    raise exception 'round %: an order is not what its terms accept', p_round using errcode = 'check_violation';
  end if;

  with written as (
    insert into mint_order (round_id, user_id, rank, asked, accepted, request_id, joined_at, late)
    select p_round, t.user_id, r.order_count + t.n, t.amount, t.accepted, t.request, p_joined_at,
      p_joined_at >= r.closes_at - r.late_ms * interval '1 millisecond'
    from unnest(users, p_asked, p_accepted, p_requests) with ordinality as t (user_id, amount, accepted, request, n)
    order by t.n
    returning id, rank
  ) select array_agg(id order by rank) into order_ids from written;
  select ledger_write_debits(kind_join(), account_escrow(p_round),
    array_agg(account_available(t.user_id, currency_ju()) order by t.user_id), array_agg(t.accepted order by t.user_id),
    array_agg(t.id order by t.user_id))
  into paid_ids from unnest(users, p_accepted, order_ids) as t (user_id, accepted, id);
  if cardinality(paid_ids) is distinct from cardinality(users) then
    raise exception 'round %: an account has less than its order', p_round using errcode = 'check_violation';
  end if;

  update round
  set filled = filled + (select sum(a) from unnest(p_accepted) a), order_count = order_count + cardinality(users),
    last_joined_at = p_joined_at
  where id = p_round
  returning filled = quota into is_full;
  if is_full then
    perform move_round(p_round, 'open', 'full', clock_timestamp());
    perform pg_notify('round_due', p_round::text);
  end if;
  return order_ids;
end
$$;

revoke all on function join_decided from public;
grant execute on function join_decided to city_mint_api;
