import type { Database } from '@city-mint/server/platform/database/database';
import { sql } from 'kysely';

/** Records for every step of a round when it was due and when it was done, both by the database's clock. */
export async function watchSteps(owner: Database): Promise<void> {
  await sql`create table watched_step (
    round_id bigint not null, due_at timestamptz not null, done_at timestamptz not null)`.execute(owner);
  await sql`
    create function watch_step() returns trigger language plpgsql security definer as $$
    begin
      insert into watched_step values (old.id, old.due_at, clock_timestamp());
      return null;
    end
    $$`.execute(owner);
  await sql`create trigger watch_step after update on round for each row
    when (old.due_at <= clock_timestamp() and new.due_at is distinct from old.due_at)
    execute function watch_step()`.execute(owner);
}

/** A period with at least one worker, by its start in UTC milliseconds. */
export type Presence = { readonly from: number };

export type Lateness = { readonly steps: number; readonly worstMs: number };

/** Returns the number of steps and the worst delay, from when a step was due or, if later, from when a worker ran. */
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
