-- Collects the statistics of the settlements of orders immediately, in the transaction that added `p_added` of them, if
-- that is a tenth of all or more. The payments read them next: planned for a nearly empty table, their first part took
-- minutes. Analyzes only the columns that they are found by, from 3,000 rows on, because statistics of all columns take
-- as long as paying thousands of orders. Autovacuum still collects all of them, since a table analyzed by columns does
-- not count as analyzed.
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
