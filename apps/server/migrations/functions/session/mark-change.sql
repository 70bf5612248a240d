-- Marks a row with the transaction that changes what a process may have remembered of it.
create or replace function session_mark_change() returns trigger language plpgsql as $$
begin
  new.changed_in := pg_current_xact_id();
  return new;
end
$$;
