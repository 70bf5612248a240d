-- The payments of a settlement: each pays one step to one chunk of a round's participants, by the stored settlement of
-- their orders. The paying accounts, which others wait for, are locked last (docs/money-rules.md#5-settlement).

-- Pays an open part, once: locks its row, records it, pays it and deletes it in one transaction. Throws when the part
-- is not open. Parts exist only for rounds in the state of their step, and no round leaves it before they are paid.
create or replace function settlement_pay_part(p_round bigint, p_step text, p_chunk int) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform settlement_assert_running(p_round);
  perform 1 from round_part where round_id = p_round and step = p_step and chunk = p_chunk for update;
  if not found then
    raise exception 'round % has no open part % of %', p_round, p_chunk, p_step
      using errcode = 'object_not_in_prerequisite_state';
  end if;
  insert into round_step (round_id, step, chunk) values (p_round, p_step, p_chunk);
  if p_step = 'pay' then
    perform settlement_pay_coins(p_round, p_chunk);
  else
    perform settlement_pay_each(p_round, p_step, p_chunk);
  end if;
  delete from round_part where round_id = p_round and step = p_step and chunk = p_chunk;
end
$$;

revoke all on function settlement_pay_part from public;
grant execute on function settlement_pay_part to city_mint_worker;

-- One payment to the participant of each order of a chunk, and the deduction from the round's reservation, all or none.
create or replace function settlement_pay_each(p_round bigint, p_step text, p_chunk int) returns void
  language plpgsql set search_path = public, pg_temp set plan_cache_mode = force_custom_plan
  -- Joins and sorts the orders of the chunk in memory.
  set work_mem = '128MB' as $$
declare
  c round_chunk;
  paid_kind int := case p_step when 'mint' then kind_mint() when 'compensate' then kind_compensation()
    when 'refund' then kind_principal_return() when 'return' then kind_principal_return() else kind_distribute() end;
  payer bigint := case p_step when 'mint' then account_emission() when 'compensate' then account_reserve()
    when 'refund' then account_escrow(p_round) when 'return' then account_escrow(p_round)
    else account_vesting(p_round) end;
  fund text := case p_step when 'mint' then 'emission' when 'compensate' then 'reserve' end;
  paid_step int := case p_step when 'stage2' then 2 when 'stage3' then 3 else 0 end;
  drawn numeric;
  posted bigint;
begin
  select * into strict c from round_chunk where round_id = p_round and chunk = p_chunk;
  if p_step in ('mint', 'refund') then
    perform settlement_qualify_inviters(p_round, c.from_user, c.to_user);
  end if;
  select sum(amount),
    ledger_credit_many(paid_kind, payer, array_agg(account), array_agg(amount), array_agg(order_id), paid_step)
  into drawn, posted
  from (
    select account_available(user_id, ledger_account_currency(payer)) as account, amount, order_id
    from (
      select s.user_id, s.order_id, case p_step when 'mint' then s.stage1 when 'stage2' then s.stage2
        when 'stage3' then s.stage3 when 'compensate' then s.compensation else s.refund end as amount
      from order_settlement s
      where s.round_id = p_round and s.user_id between c.from_user and c.to_user
      order by s.user_id
    ) orders
    where amount > 0
  ) payments
  having count(*) > 0;
  if fund is not null and drawn > 0 then
    perform settlement_draw(p_round, fund, drawn);
  end if;
end
$$;

revoke all on function settlement_pay_each from public;

-- Principals and surplus to the participants, and the rewards of the part to inviters, in one batch, so that each
-- account is updated once: all or none, in the order of the accounts. A part of rewards only has no participants.
create or replace function settlement_pay_coins(p_round bigint, p_chunk int) returns void
  language plpgsql set search_path = public, pg_temp set plan_cache_mode = force_custom_plan
  set work_mem = '128MB' as $$
declare
  first_user bigint := 1;
  last_user bigint := 0;
  drawn numeric;
  posted bigint;
begin
  select from_user, to_user into first_user, last_user from round_chunk where round_id = p_round and chunk = p_chunk;
  with own as (
    select coalesce(array_agg(account_available(user_id, currency_ju())), '{}') as credits,
      coalesce(array_agg(principal), '{}') as principals, coalesce(array_agg(split), '{}') as splits,
      coalesce(array_agg(order_id), '{}') as sources, coalesce(sum(split), 0) as split
    from (
      select s.user_id, s.order_id, s.principal, s.split from order_settlement s
      where s.round_id = p_round and s.user_id between first_user and last_user
      order by s.user_id
    ) orders
  ), rewards as (
    select coalesce(reward_credits, '{}') as credits, coalesce(reward_amounts, '{}') as amounts,
      coalesce(reward_orders, '{}') as sources
    from round_part where round_id = p_round and step = 'pay' and chunk = p_chunk
  )
  select own.split, ledger_credit_each(
    array[kind_principal_return(), kind_split(), kind_reward()],
    array[account_escrow(p_round), account_reserve(), account_fees(p_round)],
    own.credits, own.principals, own.splits, own.sources, rewards.credits, rewards.amounts, rewards.sources)
  into strict drawn, posted from own cross join rewards;
  if drawn > 0 then
    perform settlement_draw(p_round, 'reserve', drawn);
  end if;
end
$$;

revoke all on function settlement_pay_coins from public;

-- Makes the participants of a chunk qualified inviters, because an order of theirs was settled. Inserts the missing
-- participant rows of users without an inviter (docs/money-rules.md#5-settlement).
create or replace function settlement_qualify_inviters(p_round bigint, p_from_user bigint, p_to_user bigint)
  returns void language plpgsql set search_path = public, pg_temp set plan_cache_mode = force_custom_plan
  set work_mem = '128MB' as $$
begin
  update participant p set first_settled_round_id = p_round
  from (
    select s.user_id from order_settlement s
    where s.round_id = p_round and s.user_id between p_from_user and p_to_user order by s.user_id
  ) s
  where p.user_id = s.user_id and p.user_id between p_from_user and p_to_user and p.first_settled_round_id is null;
  insert into participant as p (user_id, first_settled_round_id)
  select distinct s.user_id, p_round
  from (
    select s.user_id from order_settlement s
    where s.round_id = p_round and s.user_id between p_from_user and p_to_user order by s.user_id
  ) s
  where not exists (
    select 1 from participant known
    where known.user_id = s.user_id and known.user_id between p_from_user and p_to_user)
  order by s.user_id
  on conflict (user_id) do update set first_settled_round_id = excluded.first_settled_round_id
    where p.first_settled_round_id is null;
end
$$;

revoke all on function settlement_qualify_inviters from public;
