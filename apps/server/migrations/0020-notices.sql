-- Notices: the browsers and addresses that users chose to be notified in, and the notices to send.
create table push_subscription (
  id bigint generated always as identity primary key,
  user_id bigint not null,
  -- The session that subscribed: its sign-in is not reported to its own browser.
  session_id bigint not null,
  -- URL of the browser's push service, and the keys by which only this browser can decrypt.
  endpoint text not null unique check (length(endpoint) between 12 and 1000),
  p256dh text not null check (p256dh ~ '^[A-Za-z0-9_-]{87}$'),
  auth text not null check (auth ~ '^[A-Za-z0-9_-]{22}$'),
  lang text not null check (lang ~ '^[a-z]{2}([A-Z]{2})?$'),
  events text[] not null check (cardinality(events) > 0
    and events <@ array['opens', 'settled', 'stage', 'credited', 'sign-in']),
  -- Every notice carries it: its holder can end this subscription, and nothing else.
  stop_token text not null unique default replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''),
  created_at timestamptz not null default now()
);
create index push_subscription_by_user on push_subscription (user_id, id);

-- The e-mail address in which a user chose to be notified. Nothing but the mail with its link is sent to it before it
-- was confirmed; an unconfirmed one is deleted after two days.
create table mail_address (
  id bigint generated always as identity primary key,
  user_id bigint not null unique,
  -- The session that entered it, or the newest one of the same browser, which holds the device's secret: its sign-in is
  -- not reported.
  session_id bigint not null,
  device_hash bytea not null check (length(device_hash) = 32),
  -- One mailbox and nothing else: no name, comment, quotes, space or line break.
  address text not null check (length(address) <= 254 and length(split_part(address, '@', 1)) <= 64
    and address ~ ('^[A-Za-z0-9_][A-Za-z0-9_+''=&~-]*(\.[A-Za-z0-9_+''=&~-]+)*@'
      || '([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])$')),
  lang text not null check (lang ~ '^[a-z]{2}([A-Z]{2})?$'),
  events text[] not null check (events <@ array['opens', 'settled', 'stage', 'credited', 'sign-in']),
  -- Every mail carries it: its holder can delete this address, and nothing else.
  stop_token text not null unique default replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''),
  created_at timestamptz not null default now(),
  confirmed_at timestamptz,
  -- When the server of the address refused it permanently: nothing is sent any more.
  bounced_at timestamptz
);
create index mail_address_unconfirmed on mail_address (created_at) where confirmed_at is null;

-- Links that confirm an address, by the SHA-256 of their token, which only the mail contains.
create table mail_link (
  token_hash bytea primary key,
  mail_id bigint not null references mail_address on delete cascade,
  expires_at timestamptz not null
);
create index mail_link_by_address on mail_link (mail_id);

-- Links requested in the last three months, for their limits, and so that each mail stops all of its mailbox for its
-- user, whatever became of the address; mailbox and network are SHA-256, as the token of its mails is here.
create table mail_request (
  user_id bigint not null,
  mailbox bytea not null,
  network bytea not null,
  stop_hash bytea not null unique,
  is_confirmed boolean not null default false,
  at timestamptz not null default now()
);
create index mail_request_by_age on mail_request (at);

-- Mailboxes (SHA-256) whose owner refused such a link: for three months none is sent to them.
create table mail_refused (
  mailbox bytea primary key,
  at timestamptz not null default now()
);

-- One row per event and browser or address, however often the event is found. It is deleted two days after it was made.
create table notice (
  subscription_id bigint references push_subscription on delete cascade,
  mail_id bigint references mail_address on delete cascade,
  event_key text not null,
  kind text not null check (kind in ('opens', 'settled', 'stage', 'credited', 'sign-in', 'confirm')),
  -- The screen that it opens.
  path text not null,
  created_at timestamptz not null default now(),
  attempts int not null default 0,
  -- When it is sent, or sent again unless its sender has recorded the outcome; null = done.
  due_at timestamptz default now(),
  sent_at timestamptz,
  unique (subscription_id, event_key),
  unique (mail_id, event_key),
  check (num_nonnulls(subscription_id, mail_id) = 1)
);
create index notice_due on notice (due_at) where due_at is not null;
create index notice_by_age on notice (created_at);

-- Events of rounds whose notices were made.
create table notice_gathered (
  event_key text primary key,
  at timestamptz not null default now()
);
create index notice_gathered_by_age on notice_gathered (at);
