-- Notices by web push: the browsers that users chose to be notified in, and the notices to send.
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

-- One row per browser and event, however often the event is found. It is deleted two days after it was made.
create table notice (
  subscription_id bigint not null references push_subscription on delete cascade,
  event_key text not null,
  kind text not null check (kind in ('opens', 'settled', 'stage', 'credited', 'sign-in')),
  -- The screen that it opens.
  path text not null,
  created_at timestamptz not null default now(),
  attempts int not null default 0,
  -- When it is sent, or sent again unless its sender has recorded the outcome; null = done.
  due_at timestamptz default now(),
  sent_at timestamptz,
  primary key (subscription_id, event_key)
);
create index notice_due on notice (due_at) where due_at is not null;
create index notice_by_age on notice (created_at);

-- Events of rounds whose notices were made.
create table notice_gathered (
  event_key text primary key,
  at timestamptz not null default now()
);
create index notice_gathered_by_age on notice_gathered (at);
