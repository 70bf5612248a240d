-- The step `fees` of a minted round: debits the fees from its escrow and credits pools, treasury and reserve with their
-- shares; the inviters' rewards stay in the round's fees account until participants are paid. FMC of the later stages
-- moves from the emission to the round's vesting account. The share of surplus is reserved once the fees are in the
-- reserve; the parts of the coins are open from then on (docs/money-rules.md#5-settlement).
create or replace function settlement_pay_fees(p_round bigint, p_most_rewards int default null) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  s round_settlement;
  share record;
  vested numeric;
begin
  perform settlement_lock(p_round, array['settling']);
  select * into s from round_settlement where round_id = p_round;
  if not found then
    raise exception 'round % is not computed', p_round using errcode = 'object_not_in_prerequisite_state';
  end if;
  insert into round_step (round_id, step, chunk) values (p_round, 'fees', 0);
  perform settlement_open_coin_parts(p_round, greatest(1, least(p_most_rewards, 50000)));
  if (s.totals->>'fee')::numeric > 0 then
    perform ledger_write_transfer(kind_mint_fee(), account_escrow(p_round), account_fees(p_round),
      (s.totals->>'fee')::numeric, p_round);
  end if;
  for share in
    select * from (values
      (0, account_nodes(), s.totals->>'nodes'), (1, account_levels(), s.totals->>'levels'),
      (2, account_treasury(), s.totals->>'treasury'), (3, account_reserve(), s.totals->>'reserveIn')
    ) shares (step, account, units) where units <> '0' order by step
  loop
    perform ledger_write_transfer(kind_fee_share(), account_fees(p_round), share.account, share.units::numeric, p_round,
      share.step);
  end loop;
  insert into fund_reservation (round_id, fund, amount) values (p_round, 'reserve', (s.totals->>'split')::numeric);
  vested := s.stages[2] + s.stages[3];
  if vested > 0 then
    perform ledger_write_transfer(kind_vest(), account_emission(), account_vesting(p_round), vested, p_round);
    -- After the emission, because the concurrent parts that pay tokens lock both in this order.
    perform settlement_draw(p_round, 'emission', vested);
  end if;
end
$$;

revoke all on function settlement_pay_fees from public;
grant execute on function settlement_pay_fees to city_mint_worker;

-- Deducts an amount that is paid in this same transaction from a round's reservation; a check refuses more than the
-- remaining amount.
create or replace function settlement_draw(p_round bigint, p_fund text, p_amount numeric) returns void
  language sql set search_path = public, pg_temp as $$
  update fund_reservation set amount = amount - p_amount where round_id = p_round and fund = p_fund
$$;

revoke all on function settlement_draw from public;
