-- The UTC day of a time, counted from 1970-01-01.
create or replace function utc_day(at timestamptz) returns int
  language sql immutable strict parallel safe as $$ select floor(extract(epoch from at) / 86400)::int $$;
