-- Refuses any change of permanent rows, even by the owner. The trigger's name says why.
create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% of % is refused: %', tg_op, tg_table_name, replace(tg_name, '_', ' ')
    using errcode = 'restrict_violation';
end
$$;
