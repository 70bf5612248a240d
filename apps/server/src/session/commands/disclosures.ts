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
 * Returns a reader of the disclosure as the live settings define it, stored as a new version the first time. Its hash
 * covers every language, so one consent counts in all. It is composed and hashed again only when the terms on offer
 * are others than at the last reading.
 */
export function createDisclosureReader(deps: DisclosureDeps): () => Promise<CurrentDisclosure> {
  let last: { readonly terms: string; readonly disclosure: CurrentDisclosure } | undefined;
  return async () => {
    const terms = await deps.readLiveTerms();
    const key = JSON.stringify(terms);
    if (last?.terms !== key) last = { terms: key, disclosure: await publishDisclosure(deps, terms) };
    return last.disclosure;
  };
}

async function publishDisclosure(
  { db, operator }: DisclosureDeps,
  terms: TermsSpan | null,
): Promise<CurrentDisclosure> {
  const { hash, json, content } = composeDisclosure(operator, terms);
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
 * Accepts the current disclosure for a user if `hash` is its hash. Returns when the user first accepted it, or the
 * refusal with the current hash; repeating it changes nothing.
 */
export async function acceptDisclosure(
  db: Database,
  { userId, hash, current }: { userId: bigint; hash: string; current: CurrentDisclosure },
): Promise<AcceptedDisclosure> {
  if (current.hash !== hash) return { refusal: 'disclosure-changed', hash: current.hash };
  const acceptedAt = await inTransaction(db, (tx) => insertConsent(tx, { userId, hash }));
  return { hash, acceptedAt };
}
