-- Queues new bindings, for the figures of those above to include them.
create or replace function team_bind_becomes_due() returns trigger language plpgsql as $$
begin
  insert into team_bind_due (bind_id) select id from bound order by id;
  return null;
end $$;
