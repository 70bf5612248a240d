-- A part of an opening in two steps of one transaction. The lists of joining users stay in the database in between, in
-- a cursor of this transaction, because otherwise 1.7 MB of text would travel to the worker and back.
-- Uses: functions/rounds/auto-mint-decide.sql, functions/rounds/auto-mint-write.sql

-- Decides the next part like auto_mint_decide; returns its result.
create or replace function auto_mint_decide_part(
  p_round bigint, p_maximum int, p_covering text[], p_reached jsonb,
  out is_decided boolean, out reached jsonb
) language plpgsql as $$
declare
  part refcursor := 'auto_mint_part';
  decided record;
begin
  open part scroll for select * from auto_mint_decide(p_round, p_maximum, p_covering, p_reached);
  fetch part into decided;
  is_decided := decided.is_decided;
  reached := decided.reached;
end
$$;

-- Writes the part that this transaction has decided; returns the result of auto_mint_write.
create or replace function auto_mint_write_part(p_round bigint) returns boolean language plpgsql as $$
declare
  part refcursor := 'auto_mint_part';
  d record;
begin
  fetch first from part into d;
  return auto_mint_write(p_round, d.payers, d.asked, d.amounts, d.order_ids, d.ranks, d.skipped, d.reasons, d.base,
    d.reached);
end
$$;
