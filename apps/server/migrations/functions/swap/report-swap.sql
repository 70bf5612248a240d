-- Stores that a session's user reports a swap of their wallet, with the slippage limit in basis points.
create or replace function report_swap(p_token bytea, p_tx_hash text, p_limit_bps int) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into swap_report (account, tx_hash, limit_bps)
  select address, p_tx_hash, p_limit_bps from app_user where id = session_user_of(p_token);
end
$$;

revoke all on function report_swap from public;
grant execute on function report_swap to city_mint_api;
