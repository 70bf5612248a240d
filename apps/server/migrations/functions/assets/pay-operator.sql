-- Pays the operator from its earnings, to a registered wallet: requires two other people, at most a quarter of the
-- account's balance in 24 hours, a purpose and the hash of a document. Freezes the amount as a withdrawal of that
-- wallet and returns its id; throws where a rule is broken, which callers have checked before. The withdrawal has the
-- id of the signed confirmation, by which the auditor finds both signatures.
-- docs/money-rules.md#9-ledger
-- Twin: packages/domain/src/assets/decide-payout.ts, compared by apps/server/src/assets/payouts/payouts.db.test.ts.
create or replace function pay_operator(
  p_source text, p_amount numeric, p_recipient text, p_purpose text, p_document_hash text, p_proposed_by text,
  p_approved_by text, p_signed_id uuid
) returns bigint language plpgsql security definer set search_path = public, pg_temp as $$
declare
  source_account bigint := case p_source when 'treasury' then account_treasury() when 'launch-costs' then
    account_launch_costs() end;
  held numeric;
  paid_in_day numeric;
  recipient_user bigint;
  new_id bigint;
begin
  perform pg_advisory_xact_lock(4207300005);
  if not exists (
    select 1 from payout_recipient r cross join withdrawal_hold h
    where r.address = p_recipient and r.removed_at is null
      and r.registered_at + make_interval(hours => h.hours) <= clock_timestamp()
  ) then
    raise exception 'no payout to %', p_recipient using errcode = 'check_violation';
  end if;
  select balance into strict held from ledger_account where id = source_account for update;
  select coalesce(sum(amount), 0) into paid_in_day
  from operator_payout where source = p_source and paid_at > clock_timestamp() - interval '24 hours';
  if p_amount + paid_in_day > div((held + paid_in_day) * rule_payout_share_bps(), rule_whole_bps()) then
    raise exception 'no payout of % from %', p_amount, p_source using errcode = 'check_violation';
  end if;
  insert into app_user (address) values (p_recipient) on conflict (address) do nothing;
  select id into strict recipient_user from app_user where address = p_recipient;
  perform ledger_open_accounts(array[
    account_available(recipient_user, currency_ju()), account_withdrawing(recipient_user, currency_ju()),
    account_available(recipient_user, currency_fmc()), account_withdrawing(recipient_user, currency_fmc())]);
  insert into withdrawal (user_id, request_id, body_hash, voucher_id, account, recipient, currency, amount,
    approval_needed, is_payout, state, proposed_by, approved_by)
  values (recipient_user, p_signed_id, '',
    '0x' || encode(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()), 'hex'), p_recipient, p_recipient,
    currency_ju(), p_amount, true, true, 'approved', p_proposed_by, p_approved_by)
  returning id into new_id;
  insert into operator_payout (withdrawal_id, source, recipient, amount, purpose, document_hash, proposed_by,
    approved_by)
  values (new_id, p_source, p_recipient, p_amount, p_purpose, p_document_hash, p_proposed_by, p_approved_by);
  perform ledger_write_transfer(kind_operator_payout(), source_account,
    account_withdrawing(recipient_user, currency_ju()), p_amount, new_id);
  perform pg_notify('withdrawal_due', '');
  return new_id;
end
$$;

revoke all on function pay_operator from public;
grant execute on function pay_operator to city_mint_operator;
