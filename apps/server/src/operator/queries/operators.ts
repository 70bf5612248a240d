import type { Database } from '#platform/database/database.ts';
import { listAccounts } from '../store/actions.ts';

/** An operator; `addedAt` is in UTC milliseconds, null for one of the configuration who was never removed. */
export type Operator = { readonly address: string; readonly configured: boolean; readonly addedAt: number | null };

/**
 * Returns whether an address (EIP-55) is an operator: one of the configuration or one that operators added, whom they
 * have not removed since.
 */
export async function isOperator(db: Database, configured: readonly string[], address: string): Promise<boolean> {
  return (await listOperators(db, configured)).some((operator) => operator.address === address);
}

/** Returns the current operators, those of the configuration first. */
export async function listOperators(db: Database, configured: readonly string[]): Promise<Operator[]> {
  const accounts = await listAccounts(db);
  const removed = new Set(accounts.filter(({ removed_at }) => removed_at !== null).map(({ address }) => address));
  const added = new Map(accounts.map(({ address, added_at }) => [address, added_at.getTime()]));
  return [...new Set([...configured, ...added.keys()])]
    .filter((address) => !removed.has(address))
    .map((address) => ({ address, configured: configured.includes(address), addedAt: added.get(address) ?? null }));
}
