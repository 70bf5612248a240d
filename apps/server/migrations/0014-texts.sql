-- Texts that operators edit: overrides of the page's texts, questions and answers, and contact links. Questions and
-- answers come from seed/faq/ when there are none (apps/server/src/texts).
create table text_override (
  lang text not null check (lang in ('en', 'id', 'hi', 'ja', 'ko', 'ms', 'vi', 'th', 'zh', 'zhHK')),
  key text not null check (key ~ '^[A-Za-z][A-Za-z0-9_.-]{0,199}$'),
  text text not null check (length(text) <= 4000),
  changed_at timestamptz not null default now(),
  primary key (lang, key)
);

create table faq_entry (
  key text primary key check (key ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(key) <= 60),
  position int not null,
  published boolean not null default true,
  changed_at timestamptz not null default now()
);

create table faq_text (
  key text not null references faq_entry on delete cascade,
  lang text not null check (lang in ('en', 'id', 'hi', 'ja', 'ko', 'ms', 'vi', 'th', 'zh', 'zhHK')),
  question text not null check (length(question) between 1 and 200),
  answer text not null check (length(answer) between 1 and 4000),
  primary key (key, lang)
);

create table contact_link (
  key text primary key check (key ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(key) <= 60),
  kind text not null check (kind in ('website', 'email', 'telegram', 'x', 'discord', 'other')),
  label text not null check (length(label) between 1 and 60),
  url text not null check (length(url) <= 300 and url ~ case kind when 'email' then '^mailto:' else '^https://' end),
  created_at timestamptz not null default clock_timestamp()
);

grant select on text_override, faq_entry, faq_text, contact_link to city_mint_api;
grant select, insert, update, delete on text_override to city_mint_worker, city_mint_operator;
grant select, insert, update, delete on faq_entry, faq_text, contact_link to city_mint_operator;
