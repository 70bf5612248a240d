import { sql } from 'kysely';
import type { PublicClient } from 'viem';
import type { Database } from '#platform/database/database.ts';
import type { ReadinessCheck } from '#platform/http/server-deps.ts';

/** Whether the database answers. */
export function databaseCheck(db: Database): ReadinessCheck {
  return async () => {
    await sql`select 1`.execute(db);
    return null;
  };
}

/** Whether the node of the chain answers, and is of the chain that is configured. */
export function chainCheck(node: Pick<PublicClient, 'getChainId'>, chainId: number): ReadinessCheck {
  return async () => {
    const found = await node.getChainId();
    return found === chainId ? null : `the node is of chain ${found}`;
  };
}
