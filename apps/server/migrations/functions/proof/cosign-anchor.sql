-- Stores the auditor's signature of a root that waits for its transaction. A false one makes the contract refuse this
-- root until the auditor has signed it again, also after another auditor has taken over.
create or replace function cosign_anchor(p_anchor bigint, p_cosignature bytea) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update anchor set cosignature = p_cosignature where id = p_anchor and state = 'waiting' and p_cosignature is not null;
  if not found then
    raise exception 'root % does not wait for a signature', p_anchor using errcode = 'check_violation';
  end if;
end
$$;

revoke all on function cosign_anchor from public;
grant execute on function cosign_anchor to city_mint_auditor;
