-- The posting functions ledger_credit_many() and ledger_credit_each() for processes, which may make only transfers of
-- the kinds of their role. Return how many transfers were posted.
-- Uses: functions/ledger/credit-many.sql
create or replace function ledger_post_credits_to_many(
  p_kind int, p_debit bigint, p_credits bigint[], p_amounts numeric[], p_source_ids bigint[], p_step int default 0
) returns bigint language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform ledger_assert_may_post(p_kind);
  return ledger_credit_many(p_kind, p_debit, p_credits, p_amounts, p_source_ids, p_step);
end
$$;

create or replace function ledger_post_credits_to_each(
  p_kinds int[], p_debits bigint[], p_credits bigint[], p_firsts numeric[], p_seconds numeric[], p_source_ids bigint[],
  p_more_credits bigint[], p_more_amounts numeric[], p_more_source_ids bigint[], p_step int default 0
) returns bigint language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform ledger_assert_may_post(kind) from unnest(p_kinds) kind;
  return ledger_credit_each(p_kinds, p_debits, p_credits, p_firsts, p_seconds, p_source_ids, p_more_credits,
    p_more_amounts, p_more_source_ids, p_step);
end
$$;

revoke all on function ledger_post_credits_to_many, ledger_post_credits_to_each from public;
grant execute on function ledger_post_credits_to_many, ledger_post_credits_to_each to city_mint_worker;
