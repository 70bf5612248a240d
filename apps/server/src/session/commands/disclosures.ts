import type { TermsSpan } from '@city-mint/domain/rounds/terms-span';
import type { Database } from '#platform/database/database.ts';
import { inTransaction } from '#platform/database/transaction.ts';
import type { SessionToken } from '#platform/http/session-token.ts';
import { type ComposedDisclosure, type CurrentDisclosure, createComposer } from '../disclosure-content.ts';
import type { Operator } from '../disclosure-figures.ts';
import { findDisclosure, insertConsent, insertDisclosure } from '../store/disclosures.ts';

export type DisclosureDeps = {
  readonly db: Database;
  /** Where a new version is stored; `db` may be a standby. */
  readonly primaryDb: Database;
  readonly operator: Operator;
  /** Returns the terms currently on offer; null while no plan is active. */
  readonly readLiveTerms: () => Promise<TermsSpan | null>;
};

/**
 * Returns a reader of the disclosure that the live settings define; a new version is stored when it is first read. Its
 * hash covers every language, so one consent counts in all. It is composed and stored again only when the terms on
 * offer have changed since the last reading.
 */
export function createDisclosureReader({
  primaryDb,
  operator,
  readLiveTerms,
}: DisclosureDeps): () => Promise<CurrentDisclosure> {
  const compose = createComposer(operator);
  let last: CurrentDisclosure | undefined;
  return async () => {
    const composed = compose(await readLiveTerms());
    if (last?.hash !== composed.hash) last = { ...composed, version: await publishDisclosure(primaryDb, composed) };
    return last;
  };
}

async function publishDisclosure(db: Database, composed: ComposedDisclosure): Promise<number> {
  const known = await findDisclosure(db, composed.hash);
  if (known !== undefined) return known.version;
  await insertDisclosure(db, composed);
  const stored = await findDisclosure(db, composed.hash);
  if (stored === undefined) throw new Error(`disclosure ${composed.hash} was inserted but not found`);
  return stored.version;
}

export type AcceptedDisclosure =
  | { readonly hash: string; readonly acceptedAt: Date }
  | { readonly refusal: 'disclosure-changed'; readonly hash: string };

/**
 * Accepts the current disclosure for a session's user if `hash` is its hash. Returns when the user first accepted it,
 * or the refusal with the current hash; repeating it changes nothing.
 */
export async function acceptDisclosure(
  db: Database,
  { token, hash, current }: { token: SessionToken; hash: string; current: CurrentDisclosure },
): Promise<AcceptedDisclosure> {
  if (current.hash !== hash) return { refusal: 'disclosure-changed', hash: current.hash };
  const acceptedAt = await inTransaction(db, (tx) => insertConsent(tx, token, hash));
  return { hash, acceptedAt };
}
