-- Pays one chunk of the first unpaid stage of a minted round if it is due by the database's clock, from the round's
-- vesting account; else the round is due again when the stage is. After the last chunk of the last stage that account
-- is empty and the round has ended (docs/money-rules.md#5-settlement).
create or replace function settlement_pay_stage(p_round bigint) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  s round_stage;
  paying text;
  next_chunk int;
  unpaid numeric;
begin
  perform settlement_lock(p_round, array['minted']);
  select * into s from round_stage where round_id = p_round and paid_at is null order by stage limit 1;
  if not found then
    unpaid := ledger_balance(account_vesting(p_round));
    if unpaid <> 0 then
      raise exception 'round % ends with % unpaid in vesting', p_round, unpaid using errcode = 'check_violation';
    end if;
    perform move_round(p_round, 'minted', 'ended', null);
    return;
  end if;
  if s.due_at > clock_timestamp() then
    update round set due_at = s.due_at where id = p_round;
    return;
  end if;
  paying := case s.stage when 2 then 'stage2' else 'stage3' end;
  select c.chunk into next_chunk from round_chunk c
  where c.round_id = p_round and not exists (
    select 1 from round_step d where d.round_id = c.round_id and d.step = paying and d.chunk = c.chunk)
  order by c.chunk limit 1;
  if next_chunk is null then
    update round_stage set paid_at = clock_timestamp() where round_id = p_round and stage = s.stage;
  else
    insert into round_step (round_id, step, chunk) values (p_round, paying, next_chunk);
    perform settlement_pay_each(p_round, paying, next_chunk);
  end if;
  update round set due_at = clock_timestamp() where id = p_round;
end
$$;

revoke all on function settlement_pay_stage from public;
grant execute on function settlement_pay_stage to city_mint_worker;
