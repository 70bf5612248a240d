-- The first of the stored events with numbers above p_after up to p_up_to that has no effect in the ledger; null when
-- all have. A rescue has none.
-- Uses: functions/ledger/domain-constants.sql
create or replace function unapplied_vault_event(p_after bigint, p_up_to bigint) returns bigint
  language sql stable set search_path = public, pg_temp as $$
  select e.seq from chain_event e
  where e.seq > p_after and e.seq <= p_up_to and not case e.kind
    when 'deposited' then exists (select from recharge r where r.seq = e.seq)
      or exists (select from recharge_waiting w where w.seq = e.seq)
    when 'funded' then exists (select from ledger_transfer t
      where t.kind = kind_funding() and t.source_id = e.seq and t.step = 0)
    when 'withdrawn' then exists (select from withdrawal w
        where w.voucher_id = e.payload ->> 'voucherId' and w.state = 'completed')
      or exists (select from unknown_payment p where p.seq = e.seq and p.applied_at is not null)
    when 'voucher-cancelled' then not exists (select from withdrawal w
      where w.voucher_id = e.payload ->> 'voucherId' and w.state in ('requested', 'approved', 'signed'))
    else true
  end
  order by e.seq limit 1
$$;
