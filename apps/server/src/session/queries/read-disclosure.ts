import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import type { Language } from '@city-mint/domain/languages';
import type { TermsSpan } from '@city-mint/domain/rounds/terms-span';
import type { Database } from '#platform/database/database.ts';
import { type ComposedDisclosure, createComposer } from '../disclosure-content.ts';
import type { Operator } from '../disclosure-figures.ts';
import { countConsents, findDisclosure, selectVersions } from '../store/disclosures.ts';
import { coveringOf } from './covering.ts';
import { storedContent } from './own-disclosure.ts';

type Reply = ReplyOf<'POST /api/ops/disclosure'>;

const VERSIONS_SHOWN = 20;

export type DisclosureReadDeps = {
  readonly db: Database;
  readonly operator: Operator;
  /** Returns the terms currently on offer; null while no plan is active. */
  readonly readLiveTerms: () => Promise<TermsSpan | null>;
};

/**
 * Returns a reader of the disclosure by language, which composes it once for the terms on offer: see `readDisclosure`.
 */
export function createDisclosureReader({
  db,
  operator,
  readLiveTerms,
}: DisclosureReadDeps): (lang: Language) => Promise<Reply> {
  const compose = createComposer(operator);
  return async (lang) => readDisclosure(db, compose(await readLiveTerms()), lang);
}

/**
 * Returns the current disclosure in a language as participants read it, the previously published version, and the
 * newest versions, each with the number of users whose last consent it is and whether that covers the current one.
 * Writes nothing: a disclosure that no one has read yet has no version.
 */
async function readDisclosure(db: Database, current: ComposedDisclosure, lang: Language): Promise<Reply> {
  const { hash, content } = current;
  const [stored, versions, covering, users] = await Promise.all([
    findDisclosure(db, hash),
    selectVersions(db, VERSIONS_SHOWN),
    coveringOf(db, current),
    countConsents(db),
  ]);
  const countUsers = (isCounted: (consentHash: string) => boolean) =>
    [...users].reduce((sum, [consentHash, count]) => (isCounted(consentHash) ? sum + count : sum), 0);
  const before = versions.find((version) => version.hash !== hash);
  const previous = before && (await findDisclosure(db, before.hash));
  return {
    current: {
      version: stored?.version ?? null,
      hash,
      publishedAt: stored?.published_at.getTime() ?? null,
      sections: [...content[lang]],
    },
    previous: previous
      ? {
          version: previous.version,
          hash: previous.hash,
          publishedAt: previous.published_at.getTime(),
          sections: storedContent.parse(previous.content)[lang] ?? [],
        }
      : null,
    versions: versions.map(({ published_at, ...version }) => ({
      ...version,
      publishedAt: published_at.getTime(),
      participants: users.get(version.hash) ?? 0,
      covers: covering.has(version.hash),
    })),
    consents: {
      covered: countUsers((consentHash) => covering.has(consentHash)),
      mustAccept: countUsers((consentHash) => !covering.has(consentHash)),
    },
  };
}
