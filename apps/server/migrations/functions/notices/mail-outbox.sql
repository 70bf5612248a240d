-- The part of the outbox that is sent by mail. The worker acts only by these functions.

-- Claims due notices of addresses for two minutes, after which they are due again unless the outcome was recorded.
-- Those of events more than a day ago are not sent any more. Returns them with the address; a notice of kind `confirm`
-- with the token of a new link, which is valid for a day and of which only the hash is stored.
create or replace function claim_mail_notices(p_most int) returns table (mail_id bigint, event_key text, kind text,
  path text, attempts int, address text, lang text, stop_token text, confirm_token text)
  language sql security definer set search_path = public, pg_temp as $$
  with due as (
    select n.mail_id, n.event_key, n.created_at < now() - interval '1 day' as is_old
    from notice n join mail_address m on m.id = n.mail_id
    where n.due_at <= now() order by n.due_at limit p_most
    -- The address too, so that its removal waits here and not between the two.
    for update of n skip locked for key share of m skip locked
  ), claimed as (
    update notice n
    set attempts = n.attempts + 1, due_at = case when d.is_old then null else now() + interval '2 minutes' end
    from due d where n.mail_id = d.mail_id and n.event_key = d.event_key
    returning n.mail_id, n.event_key, n.kind, n.path, n.attempts, d.is_old
  ), sent as materialized (
    select c.*, case when c.kind = 'confirm' then
      replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '') end as confirm_token
    from claimed c where not c.is_old
  ), linked as (
    insert into mail_link (token_hash, mail_id, expires_at)
    select sha256(convert_to(s.confirm_token, 'UTF8')), s.mail_id, now() + interval '1 day'
    from sent s where s.confirm_token is not null
  )
  select s.mail_id, s.event_key, s.kind, s.path, s.attempts, m.address, m.lang, m.stop_token, s.confirm_token
  from sent s join mail_address m on m.id = s.mail_id
$$;

-- Records the outcome of a claimed notice: 'sent', 'dropped', 'bounced' (its server refuses the address permanently: it
-- gets no more), or 'retry' after so many seconds.
create or replace function settle_mail_notice(p_mail_id bigint, p_event_key text, p_outcome text, p_retry_seconds int)
  returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if p_outcome = 'bounced' then
    update mail_address set bounced_at = now() where id = p_mail_id;
    delete from notice where mail_id = p_mail_id;
    delete from mail_link where mail_id = p_mail_id;
    return;
  end if;
  update notice
  set due_at = case when p_outcome = 'retry' then now() + make_interval(secs => p_retry_seconds) end,
    sent_at = case when p_outcome = 'sent' then now() end
  where mail_id = p_mail_id and event_key = p_event_key and sent_at is null;
end
$$;

revoke all on function claim_mail_notices, settle_mail_notice from public;
grant execute on function claim_mail_notices, settle_mail_notice to city_mint_worker;
