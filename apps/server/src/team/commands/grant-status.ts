import type { Database } from '#platform/database/database.ts';
import { type Grant, insertGrant } from '../store/grants.ts';

/**
 * Grants a user a node type, a reward level or both, with its reason, inside the caller's transaction. The standing
 * follows within moments; figures never lower what is granted, a later grant can.
 * docs/money-rules.md#8-team-nodes-levels.
 */
export async function grantStatus(tx: Database, grant: Grant & { readonly reason: string }): Promise<void> {
  await insertGrant(tx, grant);
}
