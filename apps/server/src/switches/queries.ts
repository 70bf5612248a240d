import { systemPart } from '@city-mint/api-contract/wire';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { z } from 'zod';
import type { Database } from '#platform/database/database.ts';
import type { SystemSwitch } from '#platform/database/generated/db.ts';

/** A part of the system that can be paused separately. */
export type SystemPart = z.output<typeof systemPart>;

/** A part's switch; `reason` is the explanation of the last pause, null while the part runs. */
export type PartSwitch = {
  readonly part: SystemPart;
  readonly paused: boolean;
  readonly reason: string | null;
  /** The operator who last paused or resumed it; null = the system itself, or no one ever did. */
  readonly changedBy: string | null;
  readonly changedAt: Date;
  /** The beginning of the current pause; null while the part runs. */
  readonly pausedSince: Date | null;
};

/** Returns whether a part of the system is paused. */
export async function isPaused(db: Database, part: SystemPart): Promise<boolean> {
  return (await readSwitch(db, part)).paused;
}

/** Returns the SQL condition "the part is paused", for use inside other statements. */
export function isPausedSql(part: SystemPart): RawBuilder<boolean> {
  return sql<boolean>`exists (select 1 from system_switch where name = ${part} and paused)`;
}

/** Returns the SQL expression "since when the part is paused", null while it runs. */
export function pausedSinceSql(part: SystemPart): RawBuilder<Date | null> {
  return sql<Date | null>`(select paused_since from system_switch where name = ${part})`;
}

/** Returns one part's switch; throws when the database has none with that name. */
export async function readSwitch(db: Database, part: SystemPart): Promise<PartSwitch> {
  const row = await db.selectFrom('system_switch').selectAll().where('name', '=', part).executeTakeFirstOrThrow();
  return switchOf(part, row);
}

/** Returns the switches of all parts, by name. */
export async function listSwitches(db: Database): Promise<PartSwitch[]> {
  const rows = await db.selectFrom('system_switch').selectAll().orderBy('name').execute();
  return rows.map((row) => switchOf(systemPart.parse(row.name), row));
}

function switchOf(part: SystemPart, row: Omit<Selectable<SystemSwitch>, 'name'>): PartSwitch {
  return {
    part,
    paused: row.paused,
    reason: row.reason,
    changedBy: row.changed_by,
    changedAt: row.changed_at,
    pausedSince: row.paused_since,
  };
}

/** Returns the id of the newest alarm, or 0: a pause of any part, a halt of the chain, an error of the journal. */
export async function readNewestAlarm(db: Database): Promise<bigint> {
  const { id } = await db
    .selectFrom('alarm')
    .select((alarm) => alarm.fn.max('id').as('id'))
    .executeTakeFirstOrThrow();
  return id ?? 0n;
}

/** Returns the names of the paused parts, in alphabetical order. */
export async function listPausedParts(db: Database): Promise<SystemPart[]> {
  return (await listSwitches(db)).filter(({ paused }) => paused).map(({ part }) => part);
}

export type Alarm = { readonly kind: string; readonly raisedAt: Date };

/** Returns the newest alarms, newest first. */
export async function listAlarms(db: Database, limit: number): Promise<Alarm[]> {
  return db.selectFrom('alarm').select(['kind', 'raised_at as raisedAt']).orderBy('id', 'desc').limit(limit).execute();
}
