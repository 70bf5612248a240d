import { loginUrl } from '@city-mint/devnet/database-logins';
import type { DatabaseRole } from '@city-mint/server/platform/database/database';

/**
 * Returns the settings with which a process connects to a test's database: a login that is a member of its role, as
 * docs/operating/start.md says, never the owner; a worker's for the role that performs operators' actions. `url` is the
 * owner's.
 */
export function asRole(url: string, role: DatabaseRole): { readonly url: string; readonly role: DatabaseRole } {
  return { url: loginUrl(url, role === 'city_mint_operator' ? 'city_mint_worker' : role), role };
}
