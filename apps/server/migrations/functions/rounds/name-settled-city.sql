-- Trigger: writes the city of a settlement's round.
create or replace function name_settled_city() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  new.of_city := (select city_id from round where id = new.round_id);
  return new;
end
$$;
