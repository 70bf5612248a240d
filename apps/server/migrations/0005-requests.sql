-- Refusals of calls that move money: a repeated request id gets the same answer, to the byte. Deleted after a time
-- (apps/server/src/requests/commands.ts). Ids that had an effect are stored with the effect, permanently.
create table request_refusal (
  user_id bigint not null,
  request_id uuid not null,
  action text not null,
  body_hash bytea not null,
  error text not null,
  -- As answered: json keeps the order of the keys.
  details json not null,
  refused_at timestamptz not null default now(),
  primary key (user_id, request_id)
);
create index request_refusal_by_time on request_refusal (refused_at);

grant select on request_refusal to city_mint_api;
grant select, delete on request_refusal to city_mint_worker;
