import { type TokenAmount, tokenAmount } from '@city-mint/domain/money/token-amount';
import { type Selectable, sql } from 'kysely';
import { z } from 'zod';
import type { Database } from '#platform/database/database.ts';
import type { TeamSetting } from '#platform/database/generated/db.ts';
import type { Thresholds } from '../member.ts';

const storedAmount = z
  .string()
  .regex(/^\d+$/)
  .transform((text): TokenAmount => tokenAmount(BigInt(text)));
const nodeThreshold = z.strictObject({ joinedDirects: z.int().nonnegative(), teamPerformance: storedAmount });
const nodeThresholds = z.strictObject({ personal: nodeThreshold, community: nodeThreshold, super: nodeThreshold });
const levelThresholds = z.strictObject({
  1: storedAmount,
  2: storedAmount,
  3: storedAmount,
  4: storedAmount,
  5: storedAmount,
});

/** Requirements of node types and levels, and the UTC day (days since 1970) from which they apply. */
export type DatedThresholds = Thresholds & { readonly version: number; readonly fromDay: number };

/**
 * Returns the requirements of node types and levels that apply now; `version` counts the changes.
 * docs/money-rules.md#8-team-nodes-levels
 */
export async function readThresholds(db: Database): Promise<DatedThresholds> {
  const row = await db
    .selectFrom('team_setting')
    .selectAll()
    .where('from_day', '<=', TODAY)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  return toThresholds(row);
}

/** Returns the announced requirements that apply from a later day, the next first. */
export async function listAnnouncedThresholds(db: Database): Promise<DatedThresholds[]> {
  const rows = await db
    .selectFrom('team_setting')
    .selectAll()
    .where('from_day', '>', TODAY)
    .orderBy('version')
    .execute();
  return rows.map(toThresholds);
}

const TODAY = sql<number>`utc_day(clock_timestamp())`;

function toThresholds(row: Selectable<TeamSetting>): DatedThresholds {
  return {
    version: row.version,
    fromDay: row.from_day,
    node: nodeThresholds.parse(row.node_thresholds),
    level: levelThresholds.parse(row.level_thresholds),
  };
}

/** Days from an announcement to the day that it names: seven whole ones, whenever in a day it is made. */
const ANNOUNCED_DAYS = 8;

/** Announces thresholds; returns once they are written. */
export async function insertThresholds(tx: Database, setting: Thresholds & { readonly reason: string }): Promise<void> {
  const bigintAsText = (_key: string, value: unknown) => (typeof value === 'bigint' ? value.toString() : value);
  await tx
    .insertInto('team_setting')
    .values({
      from_day: sql<number>`utc_day(clock_timestamp()) + ${ANNOUNCED_DAYS}::int`,
      node_thresholds: JSON.stringify(setting.node, bigintAsText),
      level_thresholds: JSON.stringify(setting.level, bigintAsText),
      reason: setting.reason,
    })
    .execute();
}
