-- Auto-mint: who joins each round as it opens, before anyone else, and the log of every cycle (docs/money-rules.md, section 4).

-- An opening may take seconds now: a step is noted at its own time, not at its transaction's beginning, so the steps of a round stand in order.
alter table round_transition alter column at set default clock_timestamp();

-- The order in which users turned it on.
create sequence auto_mint_queue;

create table auto_mint (
  user_id bigint primary key,
  enabled boolean not null,
  keep numeric(78, 0) not null check (keep >= 0 and keep <> 'NaN'),
  -- 0 = none.
  per_round_maximum numeric(78, 0) not null check (per_round_maximum >= 0 and per_round_maximum <> 'NaN'),
  -- 0 = never.
  stop_after_losses int not null check (stop_after_losses >= 0),
  -- Each change is one more: a request that was made for an earlier one is stale.
  version int not null default 0,
  -- Place among those who have it on, and since when; null while it is off.
  turn bigint,
  enabled_at timestamptz,
  -- Rounds that it joined since then and that failed.
  failed_rounds int not null default 0,
  off_because text check (off_because in ('user', 'losses')),
  changed_at timestamptz not null default now(),
  check (enabled = (turn is not null) and enabled = (enabled_at is not null))
) with (fillfactor = 80);
create unique index auto_mint_by_position on auto_mint (turn) where turn is not null;

-- How far the opening of a round has come: it admits in turn, in parts, and stays closed to everybody else until the last part.
create table auto_mint_opening (
  round_id bigint primary key,
  -- Who turned it on later waits for the next round.
  last_position bigint not null,
  done_position bigint not null default 0,
  considered int not null default 0,
  joined int not null default 0,
  started_at timestamptz not null default now(),
  finished_at timestamptz
);

-- One row a user and cycle, never changed: what it came to stands in the settlement of the order.
create table auto_mint_cycle (
  id bigint generated always as identity,
  user_id bigint not null,
  round_id bigint not null,
  at timestamptz not null default clock_timestamp(),
  event text not null check (event in ('joined', 'skipped', 'turned-off')),
  -- Why it was skipped.
  reason text check (reason in ('joins-paused', 'round-not-open', 'round-full', 'below-minimum', 'nothing-above-keep')),
  order_id bigint,
  rank int,
  amount numeric(78, 0),
  check ((event = 'skipped') = (reason is not null) and (event = 'joined') = (order_id is not null)),
  primary key (user_id, id)
);

grant select, insert, update on auto_mint to city_mint_api;
grant usage on sequence auto_mint_queue to city_mint_api;
grant select, update on auto_mint to city_mint_worker;
grant select on auto_mint_opening, auto_mint_cycle to city_mint_api, city_mint_worker;
grant insert, update on auto_mint_opening to city_mint_worker;
grant insert on auto_mint_cycle to city_mint_worker;

-- One settings change at a time with an opening: who was told that it is off is not joined afterwards. Openings hold it alone.
create function auto_mint_lock(p_alone boolean) returns void language sql as $$
  select case when p_alone then pg_advisory_xact_lock(4207300012) else pg_advisory_xact_lock_shared(4207300012) end
$$;

-- The id under which a user's automatic order of a round stands: no UUID that a caller could send, as its variant is none.
create function auto_mint_request(p_round bigint, p_user bigint) returns uuid
  language sql immutable strict parallel safe as $$ select (lpad(to_hex(p_round), 16, '0') || lpad(to_hex(p_user), 16, '0'))::uuid $$;

-- Admits the next p_maximum users in turn to a round that is about to open, each decided as by decideAutoMint of the domain after the one
-- before. The caller holds the round's row. Says whether all who have it on have had their turn, and whether the quota is reached.
create function auto_mint_admit(p_round bigint, p_maximum int, out is_done boolean, out is_full boolean, out considered int, out joined int)
-- What a part sorts and joins stays in memory: on disk an opening takes half as long again.
language plpgsql set work_mem = '64MB' set enable_hashjoin = on set enable_mergejoin = on as $$
declare
  r round;
  opening auto_mint_opening;
  is_paused boolean;
  is_late boolean;
  room_left numeric;
  users bigint[];
  wanted numeric[];
  sizes numeric[];
  stopped boolean[];
  last_considered bigint;
  first_tight int;
  full_at int;
  item record;
  payers bigint[];
  asked numeric[];
  amounts numeric[];
  causes bigint[];
  ranks int[];
  paid bigint[];
begin
  select * into strict r from round where id = p_round;
  perform auto_mint_lock(true);
  insert into auto_mint_opening (round_id, last_position) values (p_round, coalesce((select max(turn) from auto_mint), 0))
  on conflict do nothing;
  select * into strict opening from auto_mint_opening where round_id = p_round;
  is_paused := exists (select 1 from system_switch where name = 'joins' and paused);
  is_late := clock_timestamp() not between r.opens_at and r.closes_at - interval '1 microsecond';
  -- Nobody finds room while joins are paused or the window is over.
  room_left := case when is_paused or is_late then 0 else r.quota - r.filled end;

  -- What each one wants: all above what he keeps, up to his maximum. The accounts stay locked, so nothing else spends it meanwhile. While the
  -- minimum or more is left, whoever has the minimum joins and nobody else can: a running sum decides.
  with turns as materialized (
    select a.user_id, a.turn, a.keep, a.per_round_maximum, a.stop_after_losses > 0 and a.failed_rounds >= a.stop_after_losses as is_stopped,
      row_number() over (order by a.turn)::int as n
    from (
      select * from auto_mint where turn > opening.done_position and turn <= opening.last_position order by turn limit p_maximum
    ) a
  ), held as materialized (
    select l.id, l.balance from ledger_lock_accounts(array(select ledger_account_id(t.user_id, 0, 1) from turns t)) l
  ), free as (
    select t.*, greatest(coalesce(held.balance, 0) - t.keep, 0) as amount
    from turns t left join held on held.id = ledger_account_id(t.user_id, 0, 1)
  ), wishes as (
    select f.user_id, f.turn, f.n, f.is_stopped,
      case when f.per_round_maximum > 0 then least(f.amount, f.per_round_maximum) else f.amount end as amount from free f
  ), cut as (
    select w.*, w.amount > 0 and w.amount >= r.minimum and not w.is_stopped as is_able,
      case when r.wallet_maximum > 0 then least(w.amount, r.wallet_maximum) else w.amount end as size from wishes w
  ), placed as (
    select c.*, room_left - coalesce(sum(c.size) filter (where c.is_able)
      over (order by c.n rows between unbounded preceding and 1 preceding), 0) as room from cut c
  )
  select array_agg(p.user_id order by p.n), array_agg(p.amount order by p.n), array_agg(p.is_stopped order by p.n),
    array_agg(case when p.is_able and p.room > 0 and p.room >= r.minimum then least(p.size, p.room) else 0 end order by p.n),
    max(p.turn), count(*), min(p.n) filter (where p.room <= 0 or p.room < r.minimum),
    max(p.n) filter (where p.is_able and p.room > 0 and p.room >= r.minimum and p.size >= p.room),
    room_left - coalesce(sum(least(p.size, p.room)) filter (where p.is_able and p.room > 0 and p.room >= r.minimum), 0)
  into users, wanted, stopped, sizes, last_considered, considered, first_tight, full_at, room_left
  from placed p;
  if room_left = 0 and full_at is null then
    full_at := 0;
  end if;

  -- Less than the minimum is left: the first who has all of that takes it.
  if room_left > 0 and first_tight is not null then
    for item in
      select t.n::int as n, t.amount from unnest(wanted, stopped) with ordinality as t (amount, is_stopped, n)
      where t.n >= first_tight and t.amount > 0 and not t.is_stopped order by t.n
    loop
      continue when item.amount < least(r.minimum, room_left);
      sizes[item.n] := least(item.amount, room_left, case when r.wallet_maximum > 0 then r.wallet_maximum else room_left end);
      room_left := room_left - sizes[item.n];
      full_at := item.n;
      exit when room_left = 0;
      full_at := null;
    end loop;
  end if;

  select array_agg(t.user_id order by t.user_id), array_agg(t.amount order by t.user_id), array_agg(t.size order by t.user_id),
    array_agg(t.id order by t.user_id), array_agg(r.order_count + t.place order by t.user_id), count(*)
  into payers, asked, amounts, causes, ranks, joined
  from (
    select s.user_id, s.amount, s.size, row_number() over (order by s.n)::int as place, nextval('mint_order_id_seq') as id
    from unnest(users, wanted, sizes) with ordinality as s (user_id, amount, size, n) where s.size > 0
  ) t;

  if joined > 0 then
    -- A part is few of all accounts: looked up one by one they cost half of what reading all of them does.
    perform set_config('enable_hashjoin', 'off', true), set_config('enable_mergejoin', 'off', true);
    paid := ledger_debit_many(
      5, ledger_account_id(p_round, 0, 3),
      array(select ledger_account_id(u, 0, 1) from unnest(payers) with ordinality as t (u, n) order by n), amounts, causes
    );
    perform set_config('enable_hashjoin', 'on', true), set_config('enable_mergejoin', 'on', true);
    if cardinality(paid) <> joined then
      raise exception 'round %: an account could not pay what it was checked for', p_round;
    end if;
    insert into mint_order (id, round_id, user_id, rank, automatic, asked, accepted, request_id, joined_at)
    overriding system value
    select t.id, p_round, t.user_id, t.rank, true, t.asked, t.amount, auto_mint_request(p_round, t.user_id), clock_timestamp()
    from unnest(causes, payers, ranks, asked, amounts) as t (id, user_id, rank, asked, amount)
    order by t.rank;
    insert into auto_mint_cycle (user_id, round_id, event, order_id, rank, amount)
    select t.user_id, p_round, 'joined', t.id, t.rank, t.amount
    from unnest(causes, payers, ranks, amounts) as t (id, user_id, rank, amount);
    update round set filled = filled + (select sum(amount) from unnest(amounts) amount), order_count = order_count + joined
    where id = p_round;
  end if;
  is_full := (select filled = quota from round where id = p_round);

  if considered > joined then
    insert into auto_mint_cycle (user_id, round_id, event, reason)
    select t.user_id, p_round, case when t.is_stopped then 'turned-off' else 'skipped' end,
      case when t.is_stopped then null when t.amount = 0 then 'nothing-above-keep' when is_paused then 'joins-paused'
        when is_late then 'round-not-open' when t.n > full_at then 'round-full' else 'below-minimum' end
    from unnest(users, wanted, sizes, stopped) with ordinality as t (user_id, amount, size, is_stopped, n)
    where t.size = 0
    order by t.user_id;
    update auto_mint a
    set enabled = false, turn = null, enabled_at = null, off_because = 'losses', version = a.version + 1, changed_at = clock_timestamp()
    from unnest(users, stopped) as t (user_id, is_stopped)
    where t.is_stopped and a.user_id = t.user_id;
  end if;

  is_done := considered < p_maximum;
  update auto_mint_opening o
  set done_position = coalesce(last_considered, o.last_position), considered = o.considered + auto_mint_admit.considered,
    joined = o.joined + auto_mint_admit.joined, finished_at = case when is_done then clock_timestamp() end
  where o.round_id = p_round;
end
$$;

-- Counts a failed round against those whose automatic orders of it have these ranks, and turns off where that was one loss too many.
create function auto_mint_count_losses(p_round bigint, p_first_rank int, p_last_rank int) returns void language sql as $$
  select auto_mint_lock(true);
  with counted as (
    update auto_mint a set
      failed_rounds = a.failed_rounds + 1,
      enabled = not o.is_last, turn = case when not o.is_last then a.turn end,
      enabled_at = case when not o.is_last then a.enabled_at end,
      off_because = case when o.is_last then 'losses' end,
      version = a.version + o.is_last::int, changed_at = case when o.is_last then clock_timestamp() else a.changed_at end
    from (
      select m.user_id, s.stop_after_losses > 0 and s.failed_rounds + 1 >= s.stop_after_losses as is_last
      from mint_order m join auto_mint s on s.user_id = m.user_id
      where m.round_id = p_round and m.rank between p_first_rank and p_last_rank and m.automatic
        and s.enabled and s.enabled_at <= m.joined_at
    ) o
    where a.user_id = o.user_id
    returning a.user_id, not a.enabled as is_off
  )
  insert into auto_mint_cycle (user_id, round_id, event) select user_id, p_round, 'turned-off' from counted where is_off order by user_id
$$;
