-- Subscriptions of a user's browsers to notices, by the token of their session.
-- Uses: functions/session/valid-session.sql

-- Stores which events a browser of the session's user is notified of; none ends the subscription. A browser belongs to
-- the user who subscribed last: only it knows its endpoint. Keeps the ten newest browsers of a user.
create or replace function push_subscribe(p_token bytea, p_endpoint text, p_p256dh text, p_auth text, p_lang text,
  p_events text[]) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  own_user bigint := session_user_of(p_token);
begin
  perform pg_advisory_xact_lock(hashtextextended('push ' || own_user, 0));
  delete from push_subscription where endpoint = p_endpoint and (user_id <> own_user or cardinality(p_events) = 0);
  if cardinality(p_events) = 0 then
    return;
  end if;
  insert into push_subscription (user_id, session_id, endpoint, p256dh, auth, lang, events)
  values (own_user, (select id from valid_session(p_token)), p_endpoint, p_p256dh, p_auth, p_lang, p_events)
  on conflict (endpoint) do update
  set session_id = excluded.session_id, p256dh = excluded.p256dh, auth = excluded.auth, lang = excluded.lang,
    events = excluded.events;
  delete from push_subscription where id in (
    select id from push_subscription where user_id = own_user order by id desc offset 10);
end
$$;

-- Returns the events of which a browser of the session's user is notified.
create or replace function push_events_of(p_token bytea, p_endpoint text) returns text[]
  language sql stable security definer set search_path = public, pg_temp as $$
  select coalesce(
    (select events from push_subscription where endpoint = p_endpoint and user_id = session_user_of(p_token)), '{}')
$$;

-- Ends the subscription of a notice, without a session.
create or replace function push_stop(p_stop_token text) returns void
  language sql security definer set search_path = public, pg_temp as $$
  delete from push_subscription where stop_token = p_stop_token
$$;

revoke all on function push_subscribe, push_events_of, push_stop from public;
grant execute on function push_subscribe, push_events_of, push_stop to city_mint_api;
