-- A part of an opening in two steps of one transaction: decided, then written. The lists of joining users stay in the
-- database in between, in a row that only these functions reach, because otherwise 1.7 MB of text would travel to the
-- worker and back, and the worker's login could change them.
-- Uses: functions/rounds/auto-mint-decide.sql, functions/rounds/auto-mint-write.sql

-- Decides the next part like auto_mint_decide; returns its result. Without `p_reached` it names the first order that
-- the round may have. Refuses a `p_reached` that the previous part cannot have: its time is not over yet, or its last
-- position is not that of the opening.
create or replace function auto_mint_decide_part(
  p_round bigint, p_maximum int, p_covering text[], p_reached jsonb,
  out is_decided boolean, out reached jsonb
) language plpgsql security definer set search_path = public, pg_temp as $$
declare
  decided auto_mint_decided;
begin
  if p_reached is null then
    update round set first_order_id = (select coalesce(max(id), 0) + 1 from mint_order)
    where id = p_round and state = 'scheduled' and opens_at <= clock_timestamp() and first_order_id = 0;
    if not found then
      perform 1 from round where id = p_round and state = 'scheduled' and opens_at <= clock_timestamp() for update;
    end if;
    if not found then
      raise exception 'round % does not open now', p_round using errcode = 'check_violation';
    end if;
  else
    perform auto_mint_take_slot(p_round, 1 - (p_reached->>'slot')::int);
    if ((p_reached->>'at')::timestamptz <= clock_timestamp() and p_maximum > 0) is distinct from true then
      raise exception 'round %: that is not the result of a part', p_round using errcode = 'check_violation';
    end if;
  end if;
  select p_round, null, d.* into decided from auto_mint_decide(p_round, p_maximum, p_covering, p_reached) d;
  decided.decided_in = pg_current_xact_id();
  insert into auto_mint_decided select decided.*;
  is_decided := decided.is_decided;
  reached := decided.reached;
end
$$;

-- Writes the part that this transaction has decided, while it still holds the locks of the decision; returns the result
-- of auto_mint_write, and false when this transaction has decided none.
create or replace function auto_mint_write_part(p_round bigint) returns boolean
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  d auto_mint_decided;
begin
  delete from auto_mint_decided where round_id = p_round and decided_in = pg_current_xact_id() returning * into d;
  return d.is_decided is true and auto_mint_write(p_round, d.payers, d.asked, d.amounts, d.order_ids, d.ranks,
    d.skipped, d.reasons, d.base, d.reached);
end
$$;

revoke all on function auto_mint_decide_part, auto_mint_write_part from public;
grant execute on function auto_mint_decide_part, auto_mint_write_part to city_mint_worker;
