-- Refusals of calls that move money: the same request id gets the same answer again.
create table request_refusal (
  user_id bigint not null,
  request_id uuid not null,
  action text not null,
  body_hash bytea not null,
  error text not null,
  details jsonb not null,
  refused_at timestamptz not null default now(),
  primary key (user_id, request_id)
);

grant select, insert on request_refusal to city_mint_api;
