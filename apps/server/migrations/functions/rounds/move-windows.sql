-- Trigger on the switch `joins`: a pause must not cost anyone, so the windows of rounds do not run while it lasts
-- (docs/money-rules.md#3-states). When joins are resumed, each window that was not over is extended by the part of the
-- pause after its opening, like closesAfterPause of the domain does; both times are whole milliseconds, and the end of
-- the pause is rounded up. When joins are paused, the worker decides again when the open rounds are due. Rows are
-- locked in the order of their ids. This waits for a round that is being closed: it was over before, or stays open.
-- Twin: packages/domain/src/rounds/paused-window.ts, compared by
-- apps/server/src/rounds/lifecycle/paused-windows.db.test.ts.
create or replace function move_windows() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  resumed_at timestamptz;
begin
  perform 1 from round where state in ('scheduled', 'open') order by id for update;
  if new.paused then
    update round set due_at = clock_timestamp() where state = 'open';
    return null;
  end if;
  resumed_at := date_trunc('milliseconds', clock_timestamp()) + interval '1 millisecond';
  with moved as (
    update round r
    set closes_at = r.closes_at + (resumed_at - greatest(r.opens_at, old.paused_since)),
      due_at = case r.state
        when 'open' then r.closes_at + (resumed_at - greatest(r.opens_at, old.paused_since))
        else clock_timestamp()
      end
    where r.state in ('scheduled', 'open') and r.opens_at < resumed_at and r.closes_at > old.paused_since
    returning r.plan_id, resumed_at - greatest(r.opens_at, old.paused_since) as pause
  )
  update phase_plan p set next_phase_time = p.next_phase_time + moved.pause
  from moved where p.id = moved.plan_id and p.next_phase_time is not null;
  return null;
end
$$;

revoke all on function move_windows from public;
