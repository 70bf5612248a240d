-- The funds that a settlement may draw on, in base units and from one snapshot: JU of the reserve with its cap, FMC of
-- the emission; minus the amounts that computed settlements will still draw, and those frozen for a mining day. A
-- caller that computes its draw locks fund_lock first: payments of computed settlements and of a mining day change a
-- balance and its reserved or frozen part in one transaction.
create or replace function settlement_funds(out reserve numeric, out cap numeric, out emission numeric)
  language sql stable as $$
  select ledger_balance(account_reserve()) - coalesce(reserved.reserve, 0), s.cap,
    ledger_balance(account_emission()) - l.emission_frozen - coalesce(reserved.emission, 0)
  from reserve_setting s cross join fund_lock l cross join (
    select sum(amount) filter (where fund = 'reserve') as reserve,
      sum(amount) filter (where fund = 'emission') as emission
    from fund_reservation
  ) reserved
$$;
