import { isWithinSpan, type TermsSpan } from '@city-mint/domain/rounds/terms-span';
import { z } from 'zod';
import type { Database } from '#platform/database/database.ts';
import { createSharedAnswers } from '#platform/shared-answers.ts';
import { type ComposedDisclosure, composeDisclosure, createComposer } from '../disclosure-content.ts';
import type { Operator } from '../disclosure-figures.ts';
import { selectOfConduct } from '../store/disclosures.ts';

export type { Operator };

/** The spans of a stored disclosure; another release may have stored others. */
export const storedTerms = z.record(z.string(), z.object({ from: z.int(), to: z.int() })).nullable();

/**
 * Returns the hashes of the disclosures whose acceptance covers the one that operator and terms make, its own among
 * them: the same sentences, and terms within those accepted. docs/money-rules.md#4-join
 */
export async function findCoveringHashes(
  db: Database,
  { operator, terms }: { readonly operator: Operator; readonly terms: TermsSpan | null },
): Promise<ReadonlySet<string>> {
  return coveringOf(db, composeDisclosure(operator, terms));
}

/** Returns the same of a disclosure that is composed. */
export async function coveringOf(db: Database, current: ComposedDisclosure): Promise<ReadonlySet<string>> {
  const versions = await selectOfConduct(db, current.conductHash);
  const covering = versions.filter(({ terms }) => {
    const accepted = storedTerms.safeParse(terms);
    return accepted.success && isWithinSpan(current.terms, accepted.data);
  });
  // Its own hash is accepted as soon as a process has shown it, so before this one reads that it is stored.
  return new Set([current.hash, ...covering.map(({ hash }) => hash)]);
}

/** Says whether who accepted the disclosure of this hash last (null = none) has accepted the one in force. */
export type CoversDisclosure = (consentHash: string | null) => boolean | Promise<boolean>;

/**
 * Returns a `CoversDisclosure` that needs no query per call: the hashes that cover are read at most once per
 * `maximumAgeMs` while they are asked for, and a yes may be that old. A no never is: whoever is not among them is
 * answered by a reading that began after the call, and there is one at a time.
 */
export function createConsentCheck({
  db,
  operator,
  readLiveTerms,
  maximumAgeMs,
  now = () => performance.now(),
}: {
  readonly db: Database;
  readonly operator: Operator;
  readonly readLiveTerms: () => Promise<TermsSpan | null>;
  readonly maximumAgeMs: number;
  readonly now?: () => number;
}): CoversDisclosure {
  const compose = createComposer(operator);
  const { share } = createSharedAnswers({ maximumAgeMs: 0 });
  let known: { readonly hashes: ReadonlySet<string>; readonly readAt: number } | undefined;
  const read = () =>
    share('covering', async () => {
      const readAt = now();
      const hashes = await coveringOf(db, compose(await readLiveTerms()));
      known = { hashes, readAt };
      return hashes;
    });
  return (consentHash) => {
    if (consentHash === null) return false;
    const isFresh = known !== undefined && now() - known.readAt < maximumAgeMs;
    if (isFresh && known?.hashes.has(consentHash)) return true;
    return read().then((hashes) => hashes.has(consentHash));
  };
}
