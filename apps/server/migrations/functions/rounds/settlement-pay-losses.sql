-- The step `losses` of a failed round, after all refunds: moves its losses from its escrow to the reserve, up to its
-- cap, and the rest to the launch costs, and opens the parts of the compensation (docs/money-rules.md#5-settlement).
create or replace function settlement_pay_losses(p_round bigint) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  refill numeric;
  rest numeric;
begin
  perform settlement_lock(p_round, array['liquidating']);
  select (totals->>'reserveIn')::numeric, (totals->>'launchCosts')::numeric into refill, rest
  from round_settlement where round_id = p_round;
  if refill is null or exists (select 1 from round_part where round_id = p_round) then
    raise exception 'round % has refunds to pay', p_round using errcode = 'object_not_in_prerequisite_state';
  end if;
  insert into round_step (round_id, step, chunk) values (p_round, 'losses', 0);
  if refill > 0 then
    perform ledger_write_transfer(kind_loss(), account_escrow(p_round), account_reserve(), refill, p_round, 0);
  end if;
  if rest > 0 then
    perform ledger_write_transfer(kind_loss(), account_escrow(p_round), account_launch_costs(), rest, p_round, 1);
  end if;
  perform settlement_open_parts(p_round, 'compensate');
end
$$;

revoke all on function settlement_pay_losses from public;
grant execute on function settlement_pay_losses to city_mint_worker;
