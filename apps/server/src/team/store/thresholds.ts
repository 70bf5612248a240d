import { type TokenAmount, tokenAmount } from '@city-mint/domain/money/token-amount';
import { z } from 'zod';
import type { Database } from '#platform/database/database.ts';
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

/**
 * Returns the current requirements of node types and levels; `version` counts the changes.
 * docs/money-rules.md#8-team-nodes-levels
 */
export async function readThresholds(db: Database): Promise<Thresholds & { readonly version: number }> {
  const row = await db
    .selectFrom('team_setting')
    .selectAll()
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  return {
    version: row.version,
    node: nodeThresholds.parse(row.node_thresholds),
    level: levelThresholds.parse(row.level_thresholds),
  };
}

/** Stores the thresholds that apply from now on; returns once they are written. */
export async function insertThresholds(tx: Database, setting: Thresholds & { readonly reason: string }): Promise<void> {
  const bigintAsText = (_key: string, value: unknown) => (typeof value === 'bigint' ? value.toString() : value);
  await tx
    .insertInto('team_setting')
    .values({
      node_thresholds: JSON.stringify(setting.node, bigintAsText),
      level_thresholds: JSON.stringify(setting.level, bigintAsText),
      reason: setting.reason,
    })
    .execute();
}
