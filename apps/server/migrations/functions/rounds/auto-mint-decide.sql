-- Decides which of the next p_maximum users of the auto-mint queue join a round that is about to open, and with which
-- amounts. Each is decided in order, like decideAutoMint of the domain does; users whose region does not allow joining,
-- those whose last consent is not among p_covering, and those with orders of auto-mint in as many rounds that are not
-- settled as they permit are skipped. Their accounts stay locked. If `p_reached` is
-- null, the caller holds the lock on the round's row. Otherwise it is the result of the previous part, which another
-- transaction is still writing, and the caller holds the next slot. Returns the input of `auto_mint_write`, which
-- applies once the round has reached `base`, and the result of this part; nothing while joins are paused or, without
-- `p_reached`, while others write parts of this opening.
-- Twin: packages/domain/src/rounds/decide-auto-mint.ts, compared by
-- apps/server/src/rounds/auto-mint/auto-mint.db.test.ts.
-- Uses: functions/rounds/auto-mint-take-slot.sql, functions/rounds/auto-mint-is-idle.sql
create or replace function auto_mint_decide(
  p_round bigint, p_maximum int, p_covering text[], p_reached jsonb,
  out is_decided boolean, out payers bigint[], out asked numeric[], out amounts numeric[], out order_ids bigint[],
  out ranks int[], out skipped bigint[], out reasons text[], out base jsonb, out reached jsonb
)
-- A part is sorted in memory: with a sort on disk an opening takes one and a half times as long.
language plpgsql set work_mem = '64MB' set enable_hashjoin = on set enable_mergejoin = on as $$
declare
  r round;
  is_outside boolean;
  joining_at timestamptz;
  room_left numeric;
  users bigint[];
  wanted numeric[];
  sizes numeric[];
  stopped boolean[];
  barred boolean[];
  uncovered boolean[];
  occupied boolean[];
  unsettled bigint[];
  first_unsettled bigint;
  considered int;
  last_considered bigint;
  first_tight int;
  full_at int;
  item record;
  done_position bigint;
  last_position bigint;
  order_count int;
begin
  is_decided := false;
  select * into strict r from round where id = p_round;
  if p_reached is null then
    if not auto_mint_is_idle(p_round) then
      return;
    end if;
    perform auto_mint_take_slot(p_round, 0);
    insert into auto_mint_opening (round_id, last_position)
    values (p_round, coalesce((select max(queue_position) from auto_mint), 0))
    on conflict do nothing;
    -- The next part waits for this account until this part is committed.
    perform ledger_lock_accounts(array[account_escrow(p_round)]);
  end if;
  if exists (select 1 from system_switch where name = 'joins' and paused) then
    return;
  end if;
  base := coalesce(p_reached, (
    select jsonb_build_object('slot', 0, 'position', o.done_position, 'last', o.last_position, 'filled', r.filled,
      'orders', r.order_count, 'at', r.last_joined_at)
    from auto_mint_opening o where o.round_id = p_round
  )) || jsonb_build_object('opens', r.opens_at, 'closes', r.closes_at);
  done_position := base->>'position';
  last_position := base->>'last';
  order_count := base->>'orders';
  joining_at := greatest(clock_timestamp(), (base->>'at')::timestamptz);
  is_outside := joining_at not between r.opens_at and r.closes_at - interval '1 microsecond';
  -- There is no room once the window is over.
  room_left := case when is_outside then 0 else r.quota - (base->>'filled')::numeric end;

  -- A round's orders have its first order's id or a later one. A round that settles while this runs counts still.
  select coalesce(array_agg(id), '{}'), min(first_order_id) into unsettled, first_unsettled
  from round where state not in ('minted', 'ended') and first_order_id > 0 and id <> p_round;

  -- The amount that each user wants: everything above the minimum that they keep, up to their maximum. The accounts
  -- stay locked, so nothing else can spend it. While the remaining quota is at least the minimum, exactly the users who
  -- have the minimum join: a running sum decides. With "offset 0" an amount is computed once, instead of wherever it is
  -- used. The hashes are an array in the statement, because an array variable would be copied for each user.
  with queued as materialized (
    select a.user_id, a.queue_position, a.keep, a.per_round_maximum,
      a.stop_after_losses > 0 and a.failed_rounds >= a.stop_after_losses as is_stopped,
      not coalesce(own.joining, elsewhere.joining) as is_barred,
      coalesce(u.consent_hash <> all (array(select unnest(p_covering))), true) as is_uncovered,
      a.parallel_rounds > 0 and cardinality(unsettled) > 0 and (
        select count(*) from (
          select from mint_order o
          where o.user_id = a.user_id and o.id >= first_unsettled and o.automatic and o.round_id = any (unsettled)
          limit a.parallel_rounds
        ) own_orders
      ) >= a.parallel_rounds as is_occupied,
      row_number() over (order by a.queue_position)::int as n
    from (
      select * from auto_mint
      where queue_position > done_position and queue_position <= last_position
      order by queue_position limit p_maximum
    ) a
    join app_user u on u.id = a.user_id
    join region_rule elsewhere on elsewhere.region = 'default'
    left join region_rule own on own.region = a.region
  ), locked as materialized (
    select l.id, l.balance
    from ledger_lock_accounts(array(select account_available(q.user_id, currency_ju()) from queued q)) l
  ), free as (
    select q.*, greatest(coalesce(locked.balance, 0) - q.keep, 0) as amount
    from queued q left join locked on locked.id = account_available(q.user_id, currency_ju())
  ), wishes as (
    select f.user_id, f.queue_position, f.n, f.is_stopped, f.is_barred, f.is_uncovered, f.is_occupied,
      case when f.per_round_maximum > 0 then least(f.amount, f.per_round_maximum) else f.amount end as amount
    from free f offset 0
  ), cut as (
    select w.*,
      w.amount > 0 and w.amount >= r.minimum and not w.is_stopped and not w.is_occupied and not w.is_barred
        and not w.is_uncovered as is_able,
      case when r.wallet_maximum > 0 then least(w.amount, r.wallet_maximum) else w.amount end as size
    from wishes w offset 0
  ), placed as (
    select c.*, room_left - coalesce(sum(c.size) filter (where c.is_able)
      over (order by c.n rows between unbounded preceding and 1 preceding), 0) as room
    from cut c
  )
  select array_agg(p.user_id order by p.n), array_agg(p.amount order by p.n), array_agg(p.is_stopped order by p.n),
    array_agg(p.is_barred order by p.n), array_agg(p.is_uncovered order by p.n), array_agg(p.is_occupied order by p.n),
    array_agg(case when p.is_able and p.room > 0 and p.room >= r.minimum then least(p.size, p.room) else 0 end
      order by p.n),
    max(p.queue_position), count(*), min(p.n) filter (where p.room <= 0 or p.room < r.minimum),
    max(p.n) filter (where p.is_able and p.room > 0 and p.room >= r.minimum and p.size >= p.room),
    room_left - coalesce(
      sum(least(p.size, p.room)) filter (where p.is_able and p.room > 0 and p.room >= r.minimum), 0)
  into users, wanted, stopped, barred, uncovered, occupied, sizes, last_considered, considered, first_tight, full_at,
    room_left
  from placed p;
  if room_left = 0 and full_at is null then
    full_at := 0;
  end if;

  -- The remaining quota is below the minimum: the first user who can fill it joins with it.
  if room_left > 0 and first_tight is not null then
    for item in
      select t.n::int as n, t.amount
      from unnest(wanted, stopped, barred, uncovered, occupied) with ordinality
        as t (amount, is_stopped, is_barred, is_uncovered, is_occupied, n)
      where t.n >= first_tight and t.amount > 0 and not t.is_stopped and not t.is_occupied and not t.is_barred
        and not t.is_uncovered
      order by t.n
    loop
      continue when item.amount < least(r.minimum, room_left);
      sizes[item.n] := least(item.amount, room_left,
        case when r.wallet_maximum > 0 then r.wallet_maximum else room_left end);
      room_left := room_left - sizes[item.n];
      full_at := item.n;
      exit when room_left = 0;
      full_at := null;
    end loop;
  end if;

  select array_agg(t.user_id order by t.user_id), array_agg(t.amount order by t.user_id),
    array_agg(t.size order by t.user_id), array_agg(t.id order by t.user_id),
    array_agg(order_count + t.place order by t.user_id)
  into payers, asked, amounts, order_ids, ranks
  from (
    select s.user_id, s.amount, s.size, row_number() over (order by s.n)::int as place,
      nextval('mint_order_id_seq') as id
    from unnest(users, wanted, sizes) with ordinality as s (user_id, amount, size, n) where s.size > 0
  ) t;
  if considered > coalesce(cardinality(payers), 0) then
    select array_agg(t.user_id order by t.user_id), array_agg(
      case
        when t.is_stopped then null
        when t.is_occupied then 'already-in-a-round'
        when t.amount = 0 then 'nothing-above-keep'
        when t.is_barred then 'region-not-allowed'
        when t.is_uncovered then 'consent-required'
        when is_outside then 'round-not-open'
        when t.n > full_at then 'round-full'
        else 'below-minimum'
      end order by t.user_id)
    into skipped, reasons
    from unnest(users, wanted, sizes, stopped, barred, uncovered, occupied) with ordinality
      as t (user_id, amount, size, is_stopped, is_barred, is_uncovered, is_occupied, n)
    where t.size = 0;
  end if;

  is_decided := true;
  reached := base || jsonb_build_object(
    'slot', case when p_reached is null then 0 else 1 - (p_reached->>'slot')::int end,
    'position', coalesce(last_considered, last_position),
    'filled', case when is_outside then (base->>'filled')::numeric else r.quota - room_left end,
    'orders', order_count + coalesce(cardinality(payers), 0),
    'at', joining_at,
    'is_done', considered < p_maximum or last_considered >= last_position
  );
end
$$;
