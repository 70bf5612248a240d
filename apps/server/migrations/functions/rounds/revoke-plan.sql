-- Revokes a plan whose first round has not begun, for operators: none of its rounds is held
-- (docs/money-rules.md#2-terms-of-a-round). A first round that is already published is cancelled, with the reason, and
-- settled without orders; if it was suspended it is resumed, so that its settlement ends. Returns false for a plan that
-- is not running, or whose first round has opened or has orders of auto-mint.
--
-- Locks the first round before its plan, like settlements do, and waits for an opening that is placing orders. The
-- second iteration finds a round that is published in between.
create or replace function revoke_plan(p_plan bigint, p_reason text) returns boolean
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  first_round round;
begin
  loop
    select * into first_round from round where plan_id = p_plan and number = 1 for update;
    perform 1 from phase_plan where id = p_plan and state = 'running' for update;
    if not found then
      return false;
    end if;
    exit when first_round.id is not null or not exists (select 1 from round where plan_id = p_plan);
  end loop;
  if first_round.state <> 'scheduled' or first_round.order_count > 0 then
    return false;
  end if;
  update phase_plan set state = 'revoked', due_at = null, next_phase_time = null where id = p_plan;
  if first_round.id is not null then
    perform move_round(first_round.id, 'scheduled', 'cancelled', clock_timestamp());
    insert into round_cancellation (round_id, cancelled_by, reason) values (first_round.id, 'revocation', p_reason);
    delete from round_suspension where round_id = first_round.id;
    perform pg_notify('round_due', first_round.id::text);
  end if;
  return true;
end
$$;

revoke all on function revoke_plan from public;
grant execute on function revoke_plan to city_mint_operator;
