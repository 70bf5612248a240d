-- Admits the next p_maximum users of the auto-mint queue to a round that is about to open; no one while joins are
-- paused. Each is decided as decideAutoMint of the domain decides after the one before; users whose region does not
-- allow joining, and those whose last consent is not among p_covering, are skipped. The caller holds the lock on the
-- round's row.
-- Returns whether all users of the queue are done, whether the quota is reached, and how many users were considered and
-- joined.
create or replace function auto_mint_admit(
  p_round bigint, p_maximum int, p_covering text[],
  out is_done boolean, out is_full boolean, out considered int, out joined int
)
-- A batch is sorted and joined in memory: on disk an opening takes half as long again.
language plpgsql set work_mem = '64MB' set enable_hashjoin = on set enable_mergejoin = on as $$
declare
  r round;
  opening auto_mint_opening;
  is_outside boolean;
  joining_at timestamptz;
  room_left numeric;
  users bigint[];
  wanted numeric[];
  sizes numeric[];
  stopped boolean[];
  barred boolean[];
  uncovered boolean[];
  last_considered bigint;
  first_tight int;
  full_at int;
  item record;
  payers bigint[];
  asked numeric[];
  amounts numeric[];
  order_ids bigint[];
  ranks int[];
  paid_ids bigint[];
begin
  select * into strict r from round where id = p_round;
  perform auto_mint_lock(true);
  if exists (select 1 from system_switch where name = 'joins' and paused) then
    is_done := false;
    is_full := false;
    considered := 0;
    joined := 0;
    return;
  end if;
  insert into auto_mint_opening (round_id, last_position)
  values (p_round, coalesce((select max(queue_position) from auto_mint), 0))
  on conflict do nothing;
  select * into strict opening from auto_mint_opening where round_id = p_round;
  joining_at := greatest(clock_timestamp(), r.last_joined_at);
  is_outside := joining_at not between r.opens_at and r.closes_at - interval '1 microsecond';
  -- There is no room once the window is over.
  room_left := case when is_outside then 0 else r.quota - r.filled end;

  -- What each user wants: everything above what they keep, up to their maximum. The accounts stay locked, so nothing
  -- else spends it meanwhile. While the minimum or more is left, whoever has the minimum joins and no one else can: a
  -- running sum decides.
  with queued as materialized (
    select a.user_id, a.queue_position, a.keep, a.per_round_maximum,
      a.stop_after_losses > 0 and a.failed_rounds >= a.stop_after_losses as is_stopped,
      not coalesce(own.joining, elsewhere.joining) as is_barred,
      coalesce(u.consent_hash <> all (p_covering), true) as is_uncovered,
      row_number() over (order by a.queue_position)::int as n
    from (
      select * from auto_mint
      where queue_position > opening.done_position and queue_position <= opening.last_position
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
    select f.user_id, f.queue_position, f.n, f.is_stopped, f.is_barred, f.is_uncovered,
      case when f.per_round_maximum > 0 then least(f.amount, f.per_round_maximum) else f.amount end as amount
    from free f
  ), cut as (
    select w.*,
      w.amount > 0 and w.amount >= r.minimum and not w.is_stopped and not w.is_barred and not w.is_uncovered as is_able,
      case when r.wallet_maximum > 0 then least(w.amount, r.wallet_maximum) else w.amount end as size
    from wishes w
  ), placed as (
    select c.*, room_left - coalesce(sum(c.size) filter (where c.is_able)
      over (order by c.n rows between unbounded preceding and 1 preceding), 0) as room
    from cut c
  )
  select array_agg(p.user_id order by p.n), array_agg(p.amount order by p.n), array_agg(p.is_stopped order by p.n),
    array_agg(p.is_barred order by p.n), array_agg(p.is_uncovered order by p.n),
    array_agg(case when p.is_able and p.room > 0 and p.room >= r.minimum then least(p.size, p.room) else 0 end
      order by p.n),
    max(p.queue_position), count(*), min(p.n) filter (where p.room <= 0 or p.room < r.minimum),
    max(p.n) filter (where p.is_able and p.room > 0 and p.room >= r.minimum and p.size >= p.room),
    room_left - coalesce(
      sum(least(p.size, p.room)) filter (where p.is_able and p.room > 0 and p.room >= r.minimum), 0)
  into users, wanted, stopped, barred, uncovered, sizes, last_considered, considered, first_tight, full_at, room_left
  from placed p;
  if room_left = 0 and full_at is null then
    full_at := 0;
  end if;

  -- Less than the minimum is left: the first user who has all of it takes it.
  if room_left > 0 and first_tight is not null then
    for item in
      select t.n::int as n, t.amount
      from unnest(wanted, stopped, barred, uncovered) with ordinality
        as t (amount, is_stopped, is_barred, is_uncovered, n)
      where t.n >= first_tight and t.amount > 0 and not t.is_stopped and not t.is_barred and not t.is_uncovered
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
    array_agg(r.order_count + t.place order by t.user_id), count(*)
  into payers, asked, amounts, order_ids, ranks, joined
  from (
    select s.user_id, s.amount, s.size, row_number() over (order by s.n)::int as place,
      nextval('mint_order_id_seq') as id
    from unnest(users, wanted, sizes) with ordinality as s (user_id, amount, size, n) where s.size > 0
  ) t;

  if joined > 0 then
    -- A batch is few of all accounts: reading them one by one costs half of what reading all of them does.
    perform set_config('enable_hashjoin', 'off', true), set_config('enable_mergejoin', 'off', true);
    paid_ids := ledger_debit_many(
      kind_join(), account_escrow(p_round),
      array(select account_available(u, currency_ju()) from unnest(payers) with ordinality as t (u, n) order by n),
      amounts, order_ids
    );
    perform set_config('enable_hashjoin', 'on', true), set_config('enable_mergejoin', 'on', true);
    if cardinality(paid_ids) <> joined then
      raise exception 'round %: an account has less than its locked balance', p_round;
    end if;
    insert into mint_order (id, round_id, user_id, rank, automatic, asked, accepted, request_id, joined_at,
      late)
    overriding system value
    select t.id, p_round, t.user_id, t.rank, true, t.asked, t.amount, auto_mint_request(p_round, t.user_id),
      joining_at, joining_at >= r.closes_at - r.late_ms * interval '1 millisecond'
    from unnest(order_ids, payers, ranks, asked, amounts) as t (id, user_id, rank, asked, amount)
    order by t.rank;
    insert into auto_mint_cycle (user_id, round_id, event, order_id, rank, amount)
    select t.user_id, p_round, 'joined', t.id, t.rank, t.amount
    from unnest(order_ids, payers, ranks, amounts) as t (id, user_id, rank, amount);
    update round
    set filled = filled + (select sum(amount) from unnest(amounts) amount), order_count = order_count + joined,
      last_joined_at = joining_at
    where id = p_round;
  end if;
  is_full := (select filled = quota from round where id = p_round);

  if considered > joined then
    insert into auto_mint_cycle (user_id, round_id, event, reason)
    select t.user_id, p_round, case when t.is_stopped then 'turned-off' else 'skipped' end,
      case
        when t.is_stopped then null
        when t.amount = 0 then 'nothing-above-keep'
        when t.is_barred then 'region-not-allowed'
        when t.is_uncovered then 'consent-required'
        when is_outside then 'round-not-open'
        when t.n > full_at then 'round-full'
        else 'below-minimum'
      end
    from unnest(users, wanted, sizes, stopped, barred, uncovered) with ordinality
      as t (user_id, amount, size, is_stopped, is_barred, is_uncovered, n)
    where t.size = 0
    order by t.user_id;
    update auto_mint a
    set enabled = false, queue_position = null, enabled_at = null, off_reason = 'losses', version = a.version + 1,
      changed_at = clock_timestamp()
    from unnest(users, stopped) as t (user_id, is_stopped)
    where t.is_stopped and a.user_id = t.user_id;
  end if;

  is_done := considered < p_maximum;
  update auto_mint_opening o
  set done_position = coalesce(last_considered, o.last_position),
    considered = o.considered + auto_mint_admit.considered, joined = o.joined + auto_mint_admit.joined,
    finished_at = case when is_done then clock_timestamp() end
  where o.round_id = p_round;
end
$$;
