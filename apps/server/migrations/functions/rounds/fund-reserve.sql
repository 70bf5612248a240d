-- Moves JU from the treasury to the reserve, for operators, and stores why, with the id of the signed confirmation.
-- Throws when the treasury has less: nothing is borrowed (docs/money-rules.md#9-ledger).
create or replace function fund_reserve(p_amount numeric, p_reason text, p_signed_id uuid) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  funding_id bigint;
begin
  insert into reserve_funding (amount, reason, signed_id) values (p_amount, p_reason, p_signed_id)
  returning id into funding_id;
  perform ledger_write_transfer(kind_reserve_funding(), account_treasury(), account_reserve(), p_amount, funding_id);
end
$$;

revoke all on function fund_reserve from public;
grant execute on function fund_reserve to city_mint_operator;
