-- The e-mail address of a user for notices, by the token of their session.
-- Uses: functions/session/valid-session.sql

-- Returns the hash of the mailbox that the limits count: without `+tag`, which many servers ignore, and at Gmail
-- without dots; elsewhere these are another person's.
create or replace function mail_mailbox(p_address text) returns bytea
  language sql immutable set search_path = public, pg_temp as $$
  select sha256(convert_to(lower(regexp_replace(split_part(p_address, '@', 1),
    case when split_part(p_address, '@', 2) in ('gmail.com', 'googlemail.com') then '(\+.*|\.)' else '\+.*' end,
    '', 'g') || '@' || split_part(p_address, '@', 2)), 'UTF8'))
$$;

-- Returns whether another link may be sent: three a day to a mailbox whose owner refused none, five for a user, twenty
-- for a network. Concurrent callers with the same of any wait for each other.
create or replace function mail_may_request(p_user_id bigint, p_mailbox bytea, p_network bytea) returns boolean
  language plpgsql set search_path = public, pg_temp as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('mail to ' || encode(p_mailbox, 'hex'), 0));
  perform pg_advisory_xact_lock(hashtextextended('mail from ' || encode(p_network, 'hex'), 0));
  return not exists (select from mail_refused where mailbox = p_mailbox) and (
    select count(*) filter (where user_id = p_user_id) < 5 and count(*) filter (where mailbox = p_mailbox) < 3
      and count(*) filter (where network = p_network) < 20
    from mail_request where at > now() - interval '1 day'
      and (user_id = p_user_id or mailbox = p_mailbox or network = p_network));
end
$$;

-- Stores the address of the session's user with the events that it is notified of. Another address than the stored one,
-- a refused one, and with `p_again` an unconfirmed one replace the row: a link is sent, and nothing else before it
-- confirms the address. Returns false without a change where a limit allows no link.
create or replace function mail_save(p_token bytea, p_address text, p_again boolean, p_device bytea, p_network bytea,
  p_lang text, p_events text[]) returns boolean
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  own_user bigint := session_user_of(p_token);
  own_session bigint := (select id from valid_session(p_token));
  to_mailbox bytea := mail_mailbox(p_address);
  new_address mail_address;
begin
  perform pg_advisory_xact_lock(hashtextextended('mail ' || own_user, 0));
  update mail_address set session_id = own_session, device_hash = sha256(p_device), lang = p_lang, events = p_events
  where user_id = own_user and address = p_address and bounced_at is null
    and (confirmed_at is not null or not p_again);
  if found then
    return true;
  end if;
  if not mail_may_request(own_user, to_mailbox, sha256(p_network)) then
    return false;
  end if;
  delete from mail_address where user_id = own_user;
  insert into mail_address (user_id, session_id, device_hash, address, lang, events)
  values (own_user, own_session, sha256(p_device), p_address, p_lang, p_events) returning * into new_address;
  insert into mail_request (user_id, mailbox, network, stop_hash)
  values (own_user, to_mailbox, sha256(p_network), sha256(convert_to(new_address.stop_token, 'UTF8')));
  insert into notice (mail_id, event_key, kind, path) values (new_address.id, 'confirm', 'confirm', '/mail');
  return true;
end
$$;

-- Names the new session of the browser that entered the address, by its secret, and its language: its sign-in is not
-- reported.
create or replace function mail_renew(p_token bytea, p_device bytea, p_lang text) returns void
  language sql security definer set search_path = public, pg_temp as $$
  update mail_address set session_id = (select id from valid_session(p_token)), lang = p_lang
  where user_id = session_user_of(p_token) and device_hash = sha256(p_device)
$$;

-- Returns the address of the session's user; no row without one.
create or replace function mail_of(p_token bytea) returns table (address text, is_confirmed boolean, is_bounced boolean,
  events text[])
  language sql stable security definer set search_path = public, pg_temp as $$
  select address, confirmed_at is not null, bounced_at is not null, events from mail_address
  where user_id = session_user_of(p_token)
$$;

-- Deletes the address of the session's user.
create or replace function mail_remove(p_token bytea) returns void
  language sql security definer set search_path = public, pg_temp as $$
  delete from mail_address where user_id = session_user_of(p_token)
$$;

-- Confirms the address of a link, once, without a session. Returns whether the link was valid.
create or replace function mail_confirm(p_link text) returns boolean
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  confirmed mail_address;
begin
  -- The address before its links, as everywhere.
  select a.* into confirmed from mail_address a
  where id = (select mail_id from mail_link where token_hash = sha256(convert_to(p_link, 'UTF8'))) for update;
  delete from mail_link where token_hash = sha256(convert_to(p_link, 'UTF8')) and expires_at > now();
  if not found then
    return false;
  end if;
  update mail_address set confirmed_at = now() where id = confirmed.id and confirmed_at is null;
  update mail_request set is_confirmed = true where stop_hash = sha256(convert_to(confirmed.stop_token, 'UTF8'));
  delete from mail_link where mail_id = confirmed.id;
  return true;
end
$$;

-- Deletes the address of a mail, without a session, also if its user entered the same mailbox again since. Whoever
-- refuses one that was not confirmed gets no link for three months, whoever asks for it.
create or replace function mail_stop(p_stop_token text) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  of_mail mail_request;
begin
  select * into of_mail from mail_request where stop_hash = sha256(convert_to(p_stop_token, 'UTF8'));
  if not found then
    return;
  end if;
  delete from mail_address where user_id = of_mail.user_id and mail_mailbox(address) = of_mail.mailbox;
  if not of_mail.is_confirmed then
    delete from mail_address where confirmed_at is null and mail_mailbox(address) = of_mail.mailbox;
    insert into mail_refused (mailbox) values (of_mail.mailbox) on conflict (mailbox) do update set at = now();
  end if;
end
$$;

revoke all on function mail_mailbox, mail_may_request, mail_save, mail_renew, mail_of, mail_remove, mail_confirm,
  mail_stop from public;
grant execute on function mail_save, mail_renew, mail_of, mail_remove, mail_confirm, mail_stop to city_mint_api;
