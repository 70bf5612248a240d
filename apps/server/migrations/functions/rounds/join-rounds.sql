-- Accepts joins of one or more rounds in one call, where none of them needs a decision (docs/money-rules.md#4-join):
-- the round is open, the terms are the round's, each amount is at least the minimum and within the wallet's maximum,
-- each request id is new, and the round has room for all of its joins together. The rounds are sorted by id, the order
-- in which they are locked, each with the hash of the terms that its joins name. Each join has the token of its user's
-- session, each user once; `p_places` holds the index of each join's round in `p_rounds`, `p_arrivals` the order of
-- arrival.
-- Returns a row for each round with accepted joins: the arrivals in the order of their ranks, from `first_rank` on,
-- with the ids of their orders. The orders of a round share one time, taken under the round's lock and never before
-- that of an earlier rank; this time and the end of the window known then decide whether they are late
-- (docs/money-rules.md#2-terms-of-a-round). The caller decides all other joins one by one, also those of wallets with
-- too little balance, and of tokens without a valid session. Fails when a lock is not released within `p_lock_ms`; null
-- waits as long as the statement may.
-- Twin: packages/domain/src/rounds/decide-join.ts, compared by tests/model/ledger-model.db.test.ts.
create or replace function join_rounds(
  p_rounds bigint[], p_terms_hashes text[], p_tokens bytea[], p_amounts numeric[], p_requests uuid[],
  p_arrivals int[], p_places int[], p_lock_ms int default null
) returns table (place int, first_rank int, arrivals int[], order_ids bigint[], joined_at timestamptz, late boolean)
language plpgsql security definer set search_path = public, pg_temp set enable_seqscan = off as $$
-- Plans that are made while a table is empty stay in use when it has grown. So each request reads its own rows: a
-- subquery with a limit is no join, and without scans of whole tables it can only use the index.
declare
  r record;
  i int;
  -- By index of the round; null where the round takes no orders.
  minimums numeric[] := array_fill(null::numeric, array[cardinality(p_rounds)]);
  maximums numeric[] := minimums;
  rooms numeric[] := minimums;
  first_orders bigint[] := array_fill(null::bigint, array[cardinality(p_rounds)]);
  counts int[] := array_fill(null::int, array[cardinality(p_rounds)]);
  times timestamptz[] := array_fill(null::timestamptz, array[cardinality(p_rounds)]);
  lates boolean[] := array_fill(null::boolean, array[cardinality(p_rounds)]);
  good_users bigint[];
  good_amounts numeric[];
  good_requests uuid[];
  good_arrivals int[];
  good_places int[];
  good_ids bigint[];
  paid_ids bigint[];
begin
  if p_lock_ms is not null then
    perform set_config('lock_timeout', p_lock_ms::text, true);
  end if;
  for r in
    select id, state, opens_at, closes_at, late_ms, last_joined_at, quota - filled as room, minimum, wallet_maximum,
      order_count, first_order_id
    from round where id = any (p_rounds) order by id for update
  loop
    i := array_position(p_rounds, r.id);
    times[i] := greatest(clock_timestamp(), r.last_joined_at);
    lates[i] := times[i] >= r.closes_at - r.late_ms * interval '1 millisecond';
    if r.state = 'open' and times[i] between r.opens_at and r.closes_at - interval '1 microsecond' then
      minimums[i] := r.minimum;
      maximums[i] := r.wallet_maximum;
      rooms[i] := r.room;
      first_orders[i] := r.first_order_id;
      counts[i] := r.order_count;
    end if;
  end loop;
  if exists (select 1 from system_switch where name = 'joins' and paused) then
    return;
  end if;

  with asked as materialized (
    select (select s.user_id from valid_session(t.token) s limit 1) as user_id, t.amount, t.request, t.arrival, t.at
    from unnest(p_tokens, p_amounts, p_requests, p_arrivals, p_places) as t (token, amount, request, arrival, at)
  ), terms as materialized (
    select named.n as at, (
        select true from round_terms t where t.round_id = named.id and t.terms_hash = named.hash limit 1) as same
    from unnest(p_rounds, p_terms_hashes) with ordinality as named (id, hash, n)
  ), same as materialized (
    select array_agg(terms.same order by terms.at) as terms from terms
  ), good as (
    select a.*, sum(a.amount) over (
      partition by a.at order by a.arrival rows between unbounded preceding and unbounded following) as total
    from asked a
    where a.user_id is not null and a.amount > 0 and a.amount >= minimums[a.at] and (select same.terms from same)[a.at]
      and (select true from mint_order o where o.user_id = a.user_id and o.request_id = a.request limit 1) is null
      and (select true from request_refusal f
        where f.user_id = a.user_id and f.request_id = a.request limit 1) is null
      and (select true from withdrawal w where w.user_id = a.user_id and w.request_id = a.request limit 1) is null
      and (maximums[a.at] = 0 or maximums[a.at] >= a.amount + coalesce((
        select sum(o.accepted) from mint_order o
        where o.user_id = a.user_id and o.id >= first_orders[a.at] and o.round_id = p_rounds[a.at]), 0))
  ), numbered as (
    -- Ids follow the order of this subquery: those of a round are in the order of arrival of its joins.
    select nextval('mint_order_id_seq') as id, fitting.*
    from (select * from good where good.total <= rooms[good.at] order by good.at, good.arrival) fitting
  )
  select array_agg(user_id order by user_id), array_agg(amount order by user_id), array_agg(request order by user_id),
    array_agg(arrival order by user_id), array_agg(at order by user_id), array_agg(id order by user_id)
  into good_users, good_amounts, good_requests, good_arrivals, good_places, good_ids
  from numbered;
  if good_users is null then
    return;
  end if;

  paid_ids := ledger_write_debits_to_many(
    kind_join(),
    array(select account_escrow(p_rounds[p]) from unnest(good_places) with ordinality as t (p, n) order by n),
    array(select account_available(u, currency_ju()) from unnest(good_users) with ordinality as t (u, n) order by n),
    good_amounts, good_ids
  );
  if cardinality(paid_ids) = 0 then
    return;
  end if;

  return query
  with paid as materialized (
    select t.*, counts[t.at] + row_number() over (partition by t.at order by t.id) as rank
    from unnest(good_ids, good_users, good_amounts, good_requests, good_arrivals, good_places)
      as t (id, user_id, amount, request, arrival, at)
    where cardinality(paid_ids) = cardinality(good_ids) or t.id = any (paid_ids)
    order by t.at, t.id
  ), written as (
    insert into mint_order (id, round_id, user_id, rank, automatic, asked, accepted, request_id, joined_at, late)
    overriding system value
    select paid.id, p_rounds[paid.at], paid.user_id, paid.rank, false, paid.amount, paid.amount, paid.request,
      times[paid.at], lates[paid.at]
    from paid
  ), accepted as (
    select paid.at, array_agg(paid.arrival order by paid.id) as arrivals, array_agg(paid.id order by paid.id) as ids,
      sum(paid.amount) as total
    from paid group by paid.at
  ), filled as (
    update round
    set filled = filled + accepted.total, order_count = order_count + cardinality(accepted.ids),
      last_joined_at = times[accepted.at]
    from accepted where round.id = p_rounds[accepted.at]
    returning accepted.at, accepted.arrivals, accepted.ids
  )
  select filled.at, counts[filled.at] + 1, filled.arrivals, filled.ids, times[filled.at], lates[filled.at]
  from filled;

  for r in select id from round where id = any (p_rounds) and state = 'open' and filled = quota order by id loop
    perform move_round(r.id, 'open', 'full', clock_timestamp());
    perform pg_notify('round_due', r.id::text);
  end loop;
end
$$;

revoke all on function join_rounds from public;
grant execute on function join_rounds to city_mint_api;
