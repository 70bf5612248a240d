-- Regions where joining or inviting is not allowed. A region is a country (ISO 3166-1 alpha-2); `default` covers every
-- country without its own row, and callers whose country is unknown.
-- Uses: functions/platform/refuse-change.sql
create table region_rule (
  region text primary key check (region = 'default' or region ~ '^[A-Z]{2}$'),
  joining boolean not null,
  referral boolean not null,
  changed_at timestamptz not null default now()
);
insert into region_rule (region, joining, referral) values ('default', true, true);
create trigger region_rule_default_is_permanent before delete on region_rule
  for each row when (old.region = 'default') execute function refuse_change();

grant select on region_rule to city_mint_api, city_mint_worker, city_mint_operator;
grant insert, update on region_rule to city_mint_operator;
