-- Queues new bindings to be added to the figures of the members above.
create or replace function team_bind_becomes_due() returns trigger language plpgsql as $$
begin
  insert into team_bind_due (bind_id) select id from bound order by id;
  return null;
end $$;
