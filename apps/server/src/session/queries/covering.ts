import { isWithinSpan, SPAN_NAMES, type TermsSpan } from '@city-mint/domain/rounds/terms-span';
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
 * Returns the hashes of the disclosures whose acceptance covers the disclosure of this operator and these terms,
 * including its own hash: the same sentences, and terms within those accepted. docs/money-rules.md#4-join
 */
export async function findCoveringHashes(
  db: Database,
  { operator, terms }: { readonly operator: Operator; readonly terms: TermsSpan | null },
): Promise<ReadonlySet<string>> {
  return coveringOf(db, composeDisclosure(operator, terms));
}

/**
 * Returns the same for a composed disclosure. The api's login may store versions, so one whose hash is not that of its
 * terms covers nothing: its readers saw other terms.
 */
export async function coveringOf(db: Database, current: ComposedDisclosure): Promise<ReadonlySet<string>> {
  const versions = await selectOfConduct(db, current.conductHash);
  const covering = versions.filter(({ hash, terms }) => {
    const accepted = storedTerms.safeParse(terms);
    if (!accepted.success || !isWithinSpan(current.terms, accepted.data)) return false;
    return current.terms === null || hash === hashOfTerms(current.operator, accepted.data);
  });
  // A process may have shown the disclosure, so that its hash is accepted before this process reads it as stored.
  return new Set([current.hash, ...covering.map(({ hash }) => hash)]);
}

/** The hashes of disclosures by operator and terms, which take long to compute. */
const hashes = new WeakMap<Operator, Map<string, string>>();

function hashOfTerms(operator: Operator, terms: z.infer<typeof storedTerms>): string | undefined {
  if (!hasAllTerms(terms)) return undefined;
  const known = hashes.get(operator) ?? new Map<string, string>();
  hashes.set(operator, known);
  const key = JSON.stringify(terms);
  const hash = known.get(key) ?? composeDisclosure(operator, terms).hash;
  known.set(key, hash);
  return hash;
}

function hasAllTerms(terms: object | null): terms is TermsSpan {
  return terms !== null && SPAN_NAMES.every((name) => name in terms);
}

/** Says whether a user whose last accepted disclosure has this hash (null = none) has accepted the current one. */
export type CoversDisclosure = (consentHash: string | null) => boolean | Promise<boolean>;

/**
 * Returns a `CoversDisclosure` without a query per call: the covering hashes are read at most once per `maximumAgeMs`
 * while calls arrive, so a positive answer may be that old. Negative answers are never cached: they come from a reading
 * that began after the call. At most one reading runs at a time.
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
