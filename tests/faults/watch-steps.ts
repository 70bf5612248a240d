import type { Database } from '@city-mint/server/platform/database/database';
import { sql } from 'kysely';

/** Notes for every step that the workers take with a round when it was due and when it was taken, both by the database's clock. */
export async function watchSteps(owner: Database): Promise<void> {
  await sql`create table watched_step (round_id bigint not null, due_at timestamptz not null, done_at timestamptz not null)`.execute(
    owner,
  );
  await sql`
    create function watch_step() returns trigger language plpgsql security definer as $$
    begin
      insert into watched_step values (old.id, old.due_at, clock_timestamp());
      return null;
    end
    $$`.execute(owner);
  await sql`create trigger watch_step after update on round for each row
    when (old.due_at <= clock_timestamp() and new.due_at is distinct from old.due_at) execute function watch_step()`.execute(
    owner,
  );
}

/** From when on there was at least one worker, in milliseconds, until there was none. */
export type Presence = { readonly from: number };

export type Lateness = { readonly steps: number; readonly worstMs: number };

/** How late the latest step was taken, counted from when it was due or, if later, from when there was a worker to take it. */
export async function measureLateness(owner: Database, presences: readonly Presence[]): Promise<Lateness> {
  const { rows } = await sql<{ due_at: Date; done_at: Date }>`select due_at, done_at from watched_step`.execute(owner);
  let worstMs = 0;
  for (const { due_at, done_at } of rows) {
    const done = done_at.getTime();
    const presence = presences.findLast(({ from }) => from <= done);
    worstMs = Math.max(worstMs, done - Math.max(due_at.getTime(), presence?.from ?? done));
  }
  return { steps: rows.length, worstMs };
}
