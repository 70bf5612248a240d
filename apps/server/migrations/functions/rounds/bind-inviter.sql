-- Binds a user's inviter permanently (null = an address that is not registered). Returns why not, or null when it is
-- done. The deciding rows are locked until the transaction ends, so two concurrent bindings cannot close a circle. No
-- process may call it: bind_requested_inviter() does.
-- Twin: packages/domain/src/team/check-inviter.ts, compared by apps/server/src/team/bindings.db.test.ts.
create or replace function bind_inviter(p_user bigint, p_inviter bigint) returns text
  language plpgsql set search_path = public, pg_temp as $$
declare
  refusal text;
begin
  select case
    when bound_to is not null then 'already-bound'
    when p_inviter is null then 'unknown-address'
    when p_inviter = p_user then 'own-address'
    when p_user = any (above) then 'below-yourself'
  end into refusal from lock_for_bind(p_user, p_inviter);
  if refusal is null then
    update participant set inviter_id = p_inviter where user_id = p_user;
  end if;
  return refusal;
end
$$;

revoke all on function bind_inviter from public;
