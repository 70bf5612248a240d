-- Refuses a change of rows that are permanent, whoever asks for it, the owner included. The trigger's name says why.
create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% of % is refused: %', tg_op, tg_table_name, replace(tg_name, '_', ' ')
    using errcode = 'restrict_violation';
end
$$;
