-- What the last 90 days came to for participants, kept up after each settlement, so that the home screen reads one row.
create table participant_results (
  single boolean primary key default true check (single),
  rounds_minted int not null default 0,
  rounds_failed int not null default 0,
  -- Wallets whose JU grew or shrank by rounds: refunds, splits, rewards and compensation less what they put in. FMC is not counted.
  wallets_up int not null default 0,
  wallets_down int not null default 0,
  median_net numeric(78, 0),
  computed_at timestamptz
);
insert into participant_results default values;

grant select on participant_results to city_mint_api, city_mint_worker;
grant update on participant_results to city_mint_worker;
create index round_settlement_by_time on round_settlement (settled_at);

grant insert on city to city_mint_worker;
