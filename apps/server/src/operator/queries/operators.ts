import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { actionsOf } from '@city-mint/api-contract/operator/endpoints';
import { operatorRole } from '@city-mint/api-contract/operator/operator-action';
import { CONFIRMING_ROLE, hasRole, type OperatorRole } from '@city-mint/api-contract/operator/operator-roles';
import type { Database } from '#platform/database/database.ts';
import { listAccounts } from '../store/actions.ts';

/** An operator; `addedAt` is in UTC milliseconds, null for an operator from the configuration only. */
export type Operator = {
  readonly address: string;
  readonly role: OperatorRole;
  readonly configured: boolean;
  readonly addedAt: number | null;
};

/** The role of operators of the configuration, unless operators set another. */
const CONFIGURED_ROLE: OperatorRole = 'approver';

/**
 * Returns the role of an address (EIP-55), or null if it is not an operator's. Operators are those of the configuration
 * or added by operators, unless removed since.
 */
export async function findRole(
  db: Database,
  configured: readonly string[],
  address: string,
): Promise<OperatorRole | null> {
  return (await listOperators(db, configured)).find((operator) => operator.address === address)?.role ?? null;
}

/** Returns the current operators with their roles, those of the configuration first. */
export async function listOperators(db: Database, configured: readonly string[]): Promise<Operator[]> {
  const accounts = new Map((await listAccounts(db)).map((account) => [account.address, account]));
  return [...new Set([...configured, ...accounts.keys()])].flatMap((address) => {
    const account = accounts.get(address);
    const isConfigured = configured.includes(address);
    if (account === undefined) return [{ address, role: CONFIGURED_ROLE, configured: true, addedAt: null }];
    const { added_at, removed_at } = account;
    // A role set for an operator of the configuration does not make them an operator after they leave the
    // configuration.
    if (removed_at !== null || (added_at === null && !isConfigured)) return [];
    const role = operatorRole.parse(account.role);
    return [{ address, role, configured: isConfigured, addedAt: added_at?.getTime() ?? null }];
  });
}

/** Returns the permissions of an operator's role; null if the address (EIP-55) is not an operator's. */
export async function readPermissions(
  db: Database,
  configured: readonly string[],
  address: string,
): Promise<ReplyOf<'POST /api/ops/me'> | null> {
  const role = await findRole(db, configured, address);
  if (role === null) return null;
  return { address, role, actions: actionsOf(role), confirm: hasRole(role, CONFIRMING_ROLE) };
}
