import type { Database } from '#platform/database/database.ts';
import { inTransaction } from '#platform/database/transaction.ts';
import { insertConsent } from '../store.ts';
import { type DisclosureDeps, publishDisclosure } from './publish-disclosure.ts';

export type Accepted =
  | { readonly hash: string; readonly acceptedAt: Date }
  | { readonly refusal: 'disclosure-changed'; readonly hash: string };

/** Accepts the disclosure for a user when `hash` is the current one's. Again is the same. */
export async function acceptDisclosure(
  deps: DisclosureDeps & { db: Database },
  { userId, hash }: { userId: bigint; hash: string },
): Promise<Accepted> {
  const current = await publishDisclosure(deps);
  if (current.hash !== hash) return { refusal: 'disclosure-changed', hash: current.hash };
  const acceptedAt = await inTransaction(deps.db, (tx) => insertConsent(tx, { userId, hash }));
  return { hash, acceptedAt };
}
