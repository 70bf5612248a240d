import type { TermsSpan } from '@city-mint/domain/rounds/terms-span';
import type { Database } from '#platform/database/database.ts';
import { inTransaction } from '#platform/database/transaction.ts';
import { composeDisclosure, type DisclosureContent } from '../disclosure-content.ts';
import type { Operator } from '../disclosure-figures.ts';
import { findDisclosure, insertConsent, insertDisclosure } from '../store/disclosures.ts';

export type DisclosureDeps = {
  readonly db: Database;
  readonly operator: Operator;
  /** Returns the terms that are on offer now; null while no plan is active. */
  readonly readLiveTerms: () => Promise<TermsSpan | null>;
};

export type CurrentDisclosure = {
  readonly version: number;
  readonly hash: string;
  readonly content: DisclosureContent;
};

/**
 * Returns the disclosure as the live settings define it, stored as a new version the first time. Its hash covers every
 * language, so one consent counts in all.
 */
export async function publishDisclosure({ db, operator, readLiveTerms }: DisclosureDeps): Promise<CurrentDisclosure> {
  const { hash, json, content } = composeDisclosure(operator, await readLiveTerms());
  const known = await findDisclosure(db, hash);
  if (known !== undefined) return { version: known.version, hash, content };
  await insertDisclosure(db, { hash, content: json });
  const stored = await findDisclosure(db, hash);
  if (stored === undefined) throw new Error(`disclosure ${hash} was inserted but not found`);
  return { version: stored.version, hash, content };
}

export type AcceptedDisclosure =
  | { readonly hash: string; readonly acceptedAt: Date }
  | { readonly refusal: 'disclosure-changed'; readonly hash: string };

/**
 * Accepts the disclosure for a user if `hash` is the current one's. Returns when the user first accepted it, or the
 * refusal with the current hash; repeating it changes nothing.
 */
export async function acceptDisclosure(
  deps: DisclosureDeps & { db: Database },
  { userId, hash }: { userId: bigint; hash: string },
): Promise<AcceptedDisclosure> {
  const current = await publishDisclosure(deps);
  if (current.hash !== hash) return { refusal: 'disclosure-changed', hash: current.hash };
  const acceptedAt = await inTransaction(deps.db, (tx) => insertConsent(tx, { userId, hash }));
  return { hash, acceptedAt };
}
