-- Collects the statistics of the settlements of orders at once, in the transaction that added `p_added` of them, where
-- that is a tenth of all or more. What pays them reads them next: planned for a table that is nearly empty, its first
-- part took minutes. Only the columns by which it finds them, from 3,000 rows: statistics of all take as long as paying
-- thousands. Autovacuum still collects all of them, since what is analyzed by columns counts as not analyzed.
create or replace function analyze_order_settlement(p_added int) returns void
  language plpgsql security definer set search_path = public, pg_temp
  set default_statistics_target = 10 as $$
begin
  if p_added * 10.0 >= (select reltuples from pg_class where oid = 'order_settlement'::regclass) then
    analyze order_settlement (round_id, user_id);
  end if;
end
$$;

revoke all on function analyze_order_settlement from public;
grant execute on function analyze_order_settlement to city_mint_worker;
