-- The outbox of notices. The worker acts only by these functions: it reads no endpoint and no address that has nothing
-- to be sent.

-- Where notices go: browsers and confirmed addresses, one of both ids in each row; `since` = no earlier event counts.
-- Only functions that run with the owner's rights call it; without a path of its own it is a part of their queries.
create or replace function notice_targets() returns table (subscription_id bigint, mail_id bigint, user_id bigint,
  session_id bigint, events text[], since timestamptz)
  language sql stable as $$
  select id, null::bigint, user_id, session_id, events, created_at from push_subscription
  union all
  select null, id, user_id, session_id, events, confirmed_at from mail_address
  where confirmed_at is not null and bounced_at is null
$$;

-- Makes the notices of events of the last hour, each once; one caller at a time. Returns how many.
create or replace function gather_notices() returns int
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  first_at timestamptz := now() - interval '1 hour';
  of_rounds int;
  of_users int;
begin
  if not pg_try_advisory_xact_lock(hashtextextended('push notices', 0)) then
    return 0;
  end if;
  delete from notice where created_at < now() - interval '2 days';
  delete from notice_gathered where at < now() - interval '2 days';
  delete from mail_address where confirmed_at is null and created_at < now() - interval '2 days';
  delete from mail_request r where at < now() - interval '90 days'
    and not exists (select from mail_address a where a.user_id = r.user_id);
  delete from mail_refused where at < now() - interval '90 days';
  with event as (
    select 'open ' || id as key, 'opens' as kind, id as round_id, opens_at as at from round
    where state = 'open' and opens_at between first_at and now()
    union all
    select 'round ' || round_id, 'settled', round_id, at from round_transition t
    where at > first_at and state in ('minted', 'ended') and not exists (
      select from round_transition m where m.round_id = t.round_id and m.state = 'minted' and t.state = 'ended')
    union all
    select 'stage ' || round_id || ' ' || stage, 'stage', round_id, paid_at from round_stage
    where paid_at > first_at and stage > 1
  ), added as (
    insert into notice_gathered (event_key) select key from event on conflict do nothing returning event_key
  )
  insert into notice (subscription_id, mail_id, event_key, kind, path)
  select s.subscription_id, s.mail_id, e.key, e.kind, '/city?city=' || r.city_id || '&round=' || r.id
  from added a
  join event e on e.key = a.event_key
  join round r on r.id = e.round_id
  join notice_targets() s on e.kind = any (s.events) and s.since < e.at
  where e.kind = 'opens'
    or exists (select from mint_order o where o.round_id = e.round_id and o.user_id = s.user_id)
  on conflict do nothing;
  get diagnostics of_rounds = row_count;
  insert into notice (subscription_id, mail_id, event_key, kind, path)
  select s.subscription_id, s.mail_id, 'recharge ' || r.seq, 'credited', '/assets'
  from recharge r join notice_targets() s on s.user_id = r.user_id
  where r.currency in (currency_ju(), currency_fmc()) and r.credited_at > first_at and s.since < r.credited_at
    and 'credited' = any (s.events)
  union all
  -- Sessions are valid for a day. A browser that signs in again names its new session within half a minute.
  select s.subscription_id, s.mail_id, 'session ' || o.id, 'sign-in', '/myDetail'
  from session o join notice_targets() s on s.user_id = o.user_id
  where o.expires_at > first_at + interval '1 day' and o.created_at between first_at and now() - interval '30 seconds'
    and s.since < o.created_at and s.session_id <> o.id and 'sign-in' = any (s.events)
  on conflict do nothing;
  get diagnostics of_users = row_count;
  return of_rounds + of_users;
end
$$;

-- Claims due notices of browsers for a minute, after which they are due again unless the outcome was recorded. Those of
-- events more than a day ago are not sent any more. Returns them with the key pair of their browser.
create or replace function claim_push_notices(p_most int) returns table (subscription_id bigint, event_key text,
  kind text, path text, attempts int, endpoint text, p256dh text, auth text, lang text, stop_token text)
  language sql security definer set search_path = public, pg_temp as $$
  with due as (
    select n.subscription_id, n.event_key, n.created_at < now() - interval '1 day' as is_old from notice n
    where n.due_at <= now() and n.subscription_id is not null order by n.due_at limit p_most for update skip locked
  ), claimed as (
    update notice n
    set attempts = n.attempts + 1, due_at = case when d.is_old then null else now() + interval '1 minute' end
    from due d where n.subscription_id = d.subscription_id and n.event_key = d.event_key
    returning n.subscription_id, n.event_key, n.kind, n.path, n.attempts, d.is_old
  )
  select c.subscription_id, c.event_key, c.kind, c.path, c.attempts, s.endpoint, s.p256dh, s.auth, s.lang, s.stop_token
  from claimed c join push_subscription s on s.id = c.subscription_id where not c.is_old
$$;

-- Records the outcome of a claimed notice: 'sent', 'dropped', 'gone' (the browser ended the subscription), or 'retry'
-- after so many seconds.
create or replace function settle_push_notice(p_subscription_id bigint, p_event_key text, p_outcome text,
  p_retry_seconds int) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if p_outcome = 'gone' then
    delete from push_subscription where id = p_subscription_id;
    return;
  end if;
  update notice
  set due_at = case when p_outcome = 'retry' then now() + make_interval(secs => p_retry_seconds) end,
    sent_at = case when p_outcome = 'sent' then now() end
  where subscription_id = p_subscription_id and event_key = p_event_key and sent_at is null;
end
$$;

revoke all on function notice_targets, gather_notices, claim_push_notices, settle_push_notice from public;
grant execute on function gather_notices, claim_push_notices, settle_push_notice to city_mint_worker;
