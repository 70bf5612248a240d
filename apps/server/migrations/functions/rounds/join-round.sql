-- Accepts a whole batch of joins in one call if none of them needs a decision (docs/money-rules.md#4-join): the round
-- is open, the terms are the round's, each amount is at least the minimum and within the wallet's maximum, each request
-- id is new, and there is room for all of them together. Each wallet occurs once; the arrays are sorted by wallet, and
-- `p_arrivals` has the order of arrival. Returns the accepted arrivals in the order of their ranks, from `first_rank`
-- on, with the ids of their orders. They all join at one time, which is taken under the round's lock and is never
-- before that of an earlier rank; this time and the current end of the window decide whether they are late
-- (docs/money-rules.md#2-terms-of-a-round). The caller decides all others one by one, including those of wallets with
-- too little balance. Moves the round from `open` to `full` if it is full.
-- Twin: packages/domain/src/rounds/decide-join.ts, compared by tests/model/ledger-model.db.test.ts.
create or replace function join_round(
  p_round bigint, p_terms_hash text, p_users bigint[], p_amounts numeric[], p_requests uuid[], p_arrivals int[],
  p_automatic boolean, out first_rank int, out arrivals int[], out order_ids bigint[], out joined_at timestamptz,
  out late boolean, out is_full boolean
) language plpgsql security definer set search_path = public, pg_temp set enable_seqscan = off as $$
-- A plan that was cached while a table was empty would still be used after it has grown. So each request reads its own
-- rows: a subquery with a limit is not a join, and without sequential scans only the index remains.
declare
  r record;
  is_known boolean;
  good_users bigint[];
  good_amounts numeric[];
  good_requests uuid[];
  good_arrivals int[];
  good_ids bigint[];
  total numeric;
  paid_ids bigint[];
  accepted_total numeric;
begin
  arrivals := '{}';
  order_ids := '{}';
  is_full := false;
  select state, opens_at, closes_at, late_ms, last_joined_at, quota, minimum, wallet_maximum, filled, order_count,
    first_order_id
  into r
  from round where id = p_round for update;
  is_known := found;
  joined_at := greatest(clock_timestamp(), r.last_joined_at);
  late := joined_at >= r.closes_at - r.late_ms * interval '1 millisecond';
  if not is_known or r.state <> 'open'
    or joined_at not between r.opens_at and r.closes_at - interval '1 microsecond'
    or exists (select 1 from system_switch where name = 'joins' and paused)
    or not exists (select 1 from round_terms where round_id = p_round and terms_hash = p_terms_hash)
  then
    return;
  end if;
  first_rank := r.order_count + 1;

  with asked as materialized (
    select * from unnest(p_users, p_amounts, p_requests, p_arrivals) as t (user_id, amount, request, arrival)
  ), good as (
    select a.*, row_number() over (order by a.arrival) as n
    from asked a
    where a.amount > 0 and a.amount >= r.minimum
      and (select true from mint_order o where o.user_id = a.user_id and o.request_id = a.request limit 1) is null
      and (select true from request_refusal f
        where f.user_id = a.user_id and f.request_id = a.request limit 1) is null
      and (select true from withdrawal w where w.user_id = a.user_id and w.request_id = a.request limit 1) is null
      and (r.wallet_maximum = 0 or r.wallet_maximum >= a.amount + coalesce((
        select sum(o.accepted) from mint_order o
        where o.user_id = a.user_id and o.id >= r.first_order_id and o.round_id = p_round), 0))
  ), ids as materialized (
    select nextval('mint_order_id_seq') as id, n from generate_series(1, (select count(*) from good)) n
  )
  select array_agg(user_id order by user_id), array_agg(amount order by user_id), array_agg(request order by user_id),
    array_agg(arrival order by user_id), array_agg(id order by user_id), sum(amount)
  into good_users, good_amounts, good_requests, good_arrivals, good_ids, total
  from good join ids using (n);
  if good_users is null or total > r.quota - r.filled then
    return;
  end if;

  paid_ids := ledger_write_debits(
    kind_join(), account_escrow(p_round),
    array(select account_available(u, currency_ju()) from unnest(good_users) with ordinality as t (u, n) order by n),
    good_amounts, good_ids
  );
  if cardinality(paid_ids) = 0 then
    return;
  end if;

  with written as (
    insert into mint_order (id, round_id, user_id, rank, automatic, asked, accepted, request_id, joined_at, late)
    overriding system value
    select id, p_round, user_id, r.order_count + row_number() over (order by id), p_automatic, amount, amount, request,
      join_round.joined_at, join_round.late
    from unnest(good_ids, good_users, good_amounts, good_requests) as t (id, user_id, amount, request)
    where cardinality(paid_ids) = cardinality(good_ids) or id = any (paid_ids)
    order by id
    returning id, accepted
  )
  select array_agg(written.id order by written.id), array_agg(t.arrival order by written.id), sum(written.accepted)
  into order_ids, arrivals, accepted_total
  from written join unnest(good_ids, good_arrivals) as t (id, arrival) using (id);

  update round
  set filled = filled + accepted_total, order_count = order_count + cardinality(order_ids),
    last_joined_at = join_round.joined_at
  where id = p_round
  returning filled = quota into is_full;
  if is_full then
    perform move_round(p_round, 'open', 'full', clock_timestamp());
    perform pg_notify('round_due', p_round::text);
  end if;
end
$$;

revoke all on function join_round from public;
grant execute on function join_round to city_mint_api;
