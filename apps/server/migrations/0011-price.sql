-- The price of FMC in JU as the pool had it, a sample a minute: what the home screen's changes are worked out from.
create table price_sample (
  at timestamptz primary key default now(),
  ju numeric(78, 0) not null check (ju > 0 and ju <> 'NaN'),
  fmc numeric(78, 0) not null check (fmc > 0 and fmc <> 'NaN')
);
grant select on price_sample to city_mint_api, city_mint_worker;
grant insert, delete on price_sample to city_mint_worker;
