-- Throws unless the caller may make transfers of this kind. The posting functions run with the owner's rights, so they
-- identify the caller by the role that it set, or that it logged in as. Their owner may make all.
create or replace function ledger_assert_may_post(p_kind int) returns void
  language plpgsql stable set search_path = public, pg_temp as $$
declare
  caller text := coalesce(nullif(current_setting('role'), 'none'), session_user);
begin
  if caller <> current_user and not exists (
    select 1 from ledger_transfer_roles where kind = p_kind and pg_has_role(caller, role_name, 'usage')
  ) then
    raise exception '% may not make transfers of kind %', caller, p_kind using errcode = 'insufficient_privilege';
  end if;
end
$$;

revoke all on function ledger_assert_may_post from public;
