import type { TermsSpan } from '@city-mint/domain/rounds/terms-span';
import { keccak256, toBytes } from 'viem';
import type { Database } from '#platform/database/database.ts';
import { type DisclosureContent, disclosureContent } from '../disclosure/disclosure-content.ts';
import type { Operator } from '../disclosure/disclosure-figures.ts';
import { findDisclosure, insertDisclosure } from '../store.ts';

export type DisclosureDeps = {
  readonly db: Database;
  readonly operator: Operator;
  /** The terms that are on offer now; null while no plan runs. */
  readonly readLiveTerms: () => Promise<TermsSpan | null>;
};

export type CurrentDisclosure = {
  readonly version: number;
  readonly hash: string;
  readonly content: DisclosureContent;
};

/**
 * The disclosure as the live settings make it. Its hash covers every language, so one consent counts in all; the first
 * time that a text is seen it is kept as a new version.
 */
export async function publishDisclosure({ db, operator, readLiveTerms }: DisclosureDeps): Promise<CurrentDisclosure> {
  const content = disclosureContent(operator, await readLiveTerms());
  const json = JSON.stringify(content);
  const hash = keccak256(toBytes(json));
  const known = await findDisclosure(db, hash);
  if (known !== undefined) return { version: known.version, hash, content };
  await insertDisclosure(db, { hash, content: json });
  const stored = await findDisclosure(db, hash);
  if (stored === undefined) throw new Error('a disclosure was stored and is not there');
  return { version: stored.version, hash, content };
}
