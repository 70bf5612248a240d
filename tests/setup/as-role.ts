import { loginUrl } from '@city-mint/devnet/database-logins';
import type { DatabaseRole } from '@city-mint/server/platform/database/database';

/**
 * Returns the settings with which a process connects to a test's database: a login that is a member of its role, as
 * docs/operating/start.md says, never the owner. `url` is the owner's.
 */
export function asRole(url: string, role: DatabaseRole): { readonly url: string; readonly role: DatabaseRole } {
  return { url: loginUrl(url, role), role };
}
