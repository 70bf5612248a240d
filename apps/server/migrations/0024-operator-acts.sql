-- What operators do by calls rather than by statements: standings, settings from a day on, grants to the exchange, the reading of the chain,
-- single rounds and single vouchers (docs/operating.md).

-- Settings of mining days and of the pools count from a UTC day on; the newest that is not after a day is that day's. So days that are caught
-- up are paid by what was set for them. What counted on a day that has begun stays for ever.
alter table mining_setting drop column single;
alter table mining_setting add column from_day int not null default 0 check (from_day between 0 and 65535),
  add column set_at timestamptz not null default now();
alter table mining_setting add primary key (from_day);
alter table mining_setting alter column from_day drop default;
alter table pool_setting drop column single;
alter table pool_setting add column from_day int not null default 0 check (from_day between 0 and 65535),
  add column set_at timestamptz not null default now();
alter table pool_setting add primary key (from_day);
alter table pool_setting alter column from_day drop default;
-- Said by the first row alone.
alter table pool_setting alter column first_day drop not null;

create function setting_of_later_day() returns trigger language plpgsql as $$
begin
  if new.from_day <= utc_day(clock_timestamp()) or old.from_day <= utc_day(clock_timestamp()) then
    raise exception '% of a day that has begun is never changed', tg_table_name using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;
create trigger mining_setting_of_later_day before insert or update on mining_setting
  for each row execute function setting_of_later_day();
create trigger pool_setting_of_later_day before insert or update on pool_setting
  for each row execute function setting_of_later_day();
create trigger mining_setting_is_kept before delete on mining_setting for each row execute function refuse_change();
create trigger pool_setting_is_kept before delete on pool_setting for each row execute function refuse_change();

-- One worker at a time is at the days, by an advisory lock: it needs no right to write the settings any more.
revoke update on mining_setting, pool_setting from city_mint_worker;

-- Who stood how at the end of a day: by these changes, each at its own moment rather than at the beginning of its transaction.
alter table team_status_change alter column changed_at set default clock_timestamp();
create index team_status_change_by_time on team_status_change (changed_at);

-- Standings and thresholds come from operators alone.
revoke insert on team_grant, team_setting from city_mint_api;

-- A round that an operator set aside: no step of it is taken while its row stands here.
create table round_suspension (
  round_id bigint primary key,
  since timestamptz not null default now()
);

-- When an operator asked that no more vouchers are signed for a withdrawal.
alter table withdrawal add column cancel_asked_at timestamptz;

-- Exactly these changes of other people's tables, and no others, are an operator's.

-- Has a grant that raised an alarm sent again, under its id. False when it raised none.
create function exchange_grant_release(p_machine bigint) returns boolean
  language sql security definer set search_path = public, pg_temp as $$
  with released as (
    update exchange_grant set state = 'waiting', attempts = 0, due_at = clock_timestamp()
    where machine_id = p_machine and state = 'alarm' returning 1
  ) select exists (select 1 from released)
$$;
-- Has a grant that waits for its next attempt sent now. False when it does not wait.
create function exchange_grant_retry_now(p_machine bigint) returns boolean
  language sql security definer set search_path = public, pg_temp as $$
  with hurried as (
    update exchange_grant set due_at = clock_timestamp() where machine_id = p_machine and state = 'waiting' returning 1
  ) select exists (select 1 from hurried)
$$;
-- Lets the reading of a source go on that was halted for this reason; where a block was changed, from its new hash. False when it was not.
create function chain_cursor_resume(p_source text, p_because text, p_hash text) returns boolean
  language sql security definer set search_path = public, pg_temp as $$
  with resumed as (
    update chain_cursor set halted_because = null, block_hash = coalesce(p_hash, block_hash)
    where source = p_source and halted_because = p_because and (p_hash is null or halted_because like 'block-changed%')
    returning 1
  ) select exists (select 1 from resumed)
$$;
-- Takes note that a person has looked at this fault of the journal. False when there is no such fault; one that still stands is found again.
create function ledger_journal_acknowledge(p_broken text) returns boolean
  language sql security definer set search_path = public, pg_temp as $$
  with acknowledged as (
    update ledger_journal_head set broken = null where broken = p_broken returning 1
  ) select exists (select 1 from acknowledged)
$$;
revoke all on function exchange_grant_release, exchange_grant_retry_now, chain_cursor_resume, ledger_journal_acknowledge from public;
grant execute on function exchange_grant_release, exchange_grant_retry_now, chain_cursor_resume, ledger_journal_acknowledge
  to city_mint_operator;

grant select on mining_setting, pool_setting, team_grant, team_setting, exchange_grant, chain_cursor, ledger_journal_head, round,
  round_terms, withdrawal_voucher to city_mint_operator;
grant insert on mining_setting, pool_setting, team_grant, team_setting to city_mint_operator;
grant update (daily_emission, machine_lifetime_days, set_at) on mining_setting to city_mint_operator;
grant update (nodes_release_bps, levels_release_bps, set_at) on pool_setting to city_mint_operator;
grant select, insert, delete on round_suspension to city_mint_operator;
grant select on round_suspension to city_mint_api, city_mint_worker;
grant update (cancel_asked_at) on withdrawal to city_mint_operator;
-- Of a proposal an operator writes its end alone; who proposed what stays.
revoke update on operator_proposal from city_mint_operator;
grant update (state, decided_by, decided_at) on operator_proposal to city_mint_operator;
