-- Marks a row with the transaction that changes data which a process may have cached.
create or replace function session_mark_change() returns trigger language plpgsql as $$
begin
  new.changed_in := pg_current_xact_id();
  return new;
end
$$;
