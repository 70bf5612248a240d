-- Texts that the operator changed: they override the ones bundled with the page.
create table text_override (
  lang text not null check (lang in ('en', 'id', 'hi', 'ja', 'ko', 'ms', 'vi', 'th', 'zh', 'zhHK')),
  key text not null check (key ~ '^[A-Za-z][A-Za-z0-9_.-]{0,199}$'),
  text text not null check (length(text) <= 4000),
  changed_at timestamptz not null default now(),
  primary key (lang, key)
);

grant select on text_override to city_mint_api;
grant select, insert, update, delete on text_override to city_mint_worker;
