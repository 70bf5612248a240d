-- Parts of the product that an operator can pause, each on its own.
create table system_switch (
  name text primary key check (name in ('recharge', 'joins', 'settlement', 'withdrawals', 'swap')),
  paused boolean not null default false,
  reason text,
  changed_at timestamptz not null default now()
);
insert into system_switch (name) values ('recharge'), ('joins'), ('settlement'), ('withdrawals'), ('swap');

grant select on system_switch to city_mint_api, city_mint_indexer;
grant select, update on system_switch to city_mint_worker, city_mint_operator;
-- A halted indexer pauses withdrawals.
grant update (paused, reason, changed_at) on system_switch to city_mint_indexer;
