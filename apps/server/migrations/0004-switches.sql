-- Parts of the product that an operator can pause separately.
-- Uses: functions/switches/record-pause.sql, functions/switches/raise-alarm.sql
create table system_switch (
  name text primary key check (name in ('recharge', 'joins', 'settlement', 'withdrawals', 'swap')),
  paused boolean not null default false,
  reason text,
  -- The operator who last paused or resumed it; null = the system itself, or no one ever did.
  changed_by text check (changed_by ~ '^0x[0-9a-fA-F]{40}$'),
  changed_at timestamptz not null default now(),
  -- The beginning of the current pause; null while the part runs.
  paused_since timestamptz,
  check (paused = (paused_since is not null))
);
create trigger system_switch_records_pause before update of paused on system_switch
  for each row when (old.paused is distinct from new.paused) execute function record_pause();

-- Every pause, halt of the chain reader and error of the journal, whatever its origin; written by triggers.
create table alarm (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('pause', 'chain', 'journal')),
  raised_at timestamptz not null default clock_timestamp()
);
create trigger system_switch_raises_alarm after update of paused on system_switch
  for each row when (new.paused) execute function raise_alarm('pause');
insert into system_switch (name) values ('recharge'), ('joins'), ('settlement'), ('withdrawals'), ('swap');

-- Workers and the indexer pause withdrawals by pause_withdrawals(), and resume nothing.
grant select on system_switch to city_mint_api, city_mint_worker, city_mint_indexer;
grant select on alarm to city_mint_operator;
-- No process chooses when a pause began: it moves the ends of windows.
grant select, update (paused, reason, changed_by, changed_at) on system_switch to city_mint_operator;
