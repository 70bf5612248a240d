-- Posts the operator's fundings of the vault, as their stored events say: JU for the treasury, FMC for the emission. A
-- funding that was posted is left as it is. Throws for a number that is no funding. docs/money-rules.md#9-ledger
create or replace function book_fundings(p_sequences bigint[]) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform assert_vault_events(p_sequences, 'funded');
  perform ledger_write_transfer(kind_funding(), account_custody(f.currency),
    case f.currency when currency_ju() then account_treasury() else account_emission() end, f.amount, f.seq)
  from (
    select seq, currency_named(payload ->> 'currency') as currency, (payload ->> 'amount')::numeric as amount
    from chain_event where seq = any (p_sequences) order by seq
  ) f;
end
$$;

revoke all on function book_fundings from public;
grant execute on function book_fundings to city_mint_indexer;
