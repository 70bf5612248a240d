import { describeBound } from '@city-mint/domain/json/bound';
import { checkThresholds } from '@city-mint/domain/team/check-thresholds';
import type { Database } from '#platform/database/database.ts';
import type { StatusGrant, Thresholds } from '../member.ts';
import { insertGrant } from '../store/grants.ts';
import { insertThresholds } from '../store/thresholds.ts';

/**
 * Grants a user a node type, a reward level or both, inside the caller's transaction; returns once it is stored. The
 * next roll-up updates the status. Figures never lower a granted status, a later grant can.
 * docs/money-rules.md#8-team-nodes-levels
 */
export async function grantStatus(tx: Database, grant: StatusGrant & { readonly reason: string }): Promise<void> {
  await insertGrant(tx, grant);
}

/**
 * Announces requirements of node types and levels, inside the caller's transaction; returns once they are stored. They
 * apply from a UTC day at least seven days ahead, and the statuses of all users follow. Throws a RangeError where a
 * higher type or level requires less than a lower one. docs/money-rules.md#8-team-nodes-levels
 */
export async function setThresholds(tx: Database, setting: Thresholds & { readonly reason: string }): Promise<void> {
  const [violation] = checkThresholds(setting);
  if (violation !== undefined)
    throw new RangeError(`thresholds rise: ${violation.field} must be ${describeBound(violation.bound)}`);
  await insertThresholds(tx, setting);
}
