-- Texts that operators edit: overrides of the page's texts, questions and answers, contact links, announcements, and
-- previews of overrides. Questions and answers come from seed/faq/ when there are none (apps/server/src/texts).
create table text_override (
  lang text not null check (lang ~ '^[a-z]{2}([A-Z]{2})?$'),
  key text not null check (key ~ '^[A-Za-z][A-Za-z0-9_.-]{0,199}$'),
  text text not null check (length(text) <= 4000),
  changed_at timestamptz not null default now(),
  -- The operators who set it, EIP-55.
  proposed_by text check (proposed_by ~ '^0x[0-9a-fA-F]{40}$'),
  changed_by text check (changed_by ~ '^0x[0-9a-fA-F]{40}$'),
  primary key (lang, key)
);

-- Previewed overrides: until they expire, the page shows them to anyone who opens it with the token, whose SHA-256 is
-- stored.
create table text_preview (
  token_hash bytea primary key check (length(token_hash) = 32),
  -- By language, then by key.
  texts jsonb not null,
  made_by text not null check (made_by ~ '^0x[0-9a-fA-F]{40}$'),
  expires_at timestamptz not null
);
create index text_preview_by_expiry on text_preview (expires_at);

create table faq_entry (
  key text primary key check (key ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(key) <= 60),
  position int not null,
  published boolean not null default true,
  changed_at timestamptz not null default now()
);

create table faq_text (
  key text not null references faq_entry on delete cascade,
  lang text not null check (lang ~ '^[a-z]{2}([A-Z]{2})?$'),
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

-- Announcements that the page shows to everyone for a period of time.
create table announcement (
  key text primary key check (key ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(key) <= 60),
  kind text not null check (kind in ('general', 'maintenance', 'important')),
  starts_at timestamptz(3) not null,
  ends_at timestamptz(3) not null,
  changed_at timestamptz(3) not null default clock_timestamp(),
  changed_by text not null check (changed_by ~ '^0x[0-9a-fA-F]{40}$'),
  check (ends_at >= starts_at)
);

create table announcement_text (
  key text not null references announcement on delete cascade,
  lang text not null check (lang ~ '^[a-z]{2}([A-Z]{2})?$'),
  title text not null check (length(title) between 1 and 80),
  text text not null check (length(text) between 1 and 600),
  primary key (key, lang)
);

grant select on text_override, faq_entry, faq_text, contact_link, announcement, announcement_text, text_preview
  to city_mint_api;
-- Only the process of operators makes previews.
grant select, insert, delete on text_preview to city_mint_ops;
grant select on announcement, announcement_text to city_mint_ops;
grant select, insert, update, delete on announcement, announcement_text to city_mint_operator;
grant select, insert, update, delete on text_override to city_mint_operator;
grant select, insert, update, delete on faq_entry, faq_text, contact_link to city_mint_operator;
