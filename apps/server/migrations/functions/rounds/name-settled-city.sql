-- Trigger: writes the city of the round that a settlement is of.
create or replace function name_settled_city() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  new.of_city := (select city_id from round where id = new.round_id);
  return new;
end
$$;
