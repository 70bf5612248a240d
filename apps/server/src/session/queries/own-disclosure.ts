import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import type { Language } from '@city-mint/domain/languages';
import { z } from 'zod';
import type { Database } from '#platform/database/database.ts';
import type { Participant } from '#platform/http/handler.ts';
import { disclosureChanges } from '../disclosure-changes.ts';
import type { CurrentDisclosure } from '../disclosure-content.ts';
import { findAccepted } from '../store/disclosures.ts';
import { coveringOf, storedTerms } from './covering.ts';

type Reply = ReplyOf<'POST /api/app/user/disclosure'>;

/** Sections by language, as a disclosure is stored. */
export const storedContent = z.record(z.string(), z.array(z.object({ title: z.string(), text: z.string() })));

/**
 * Returns a disclosure for a user, in their language, and whether their last consent covers exactly this one; cached
 * answers about another disclosure must not be used, since the page would not ask again. If it is not covered, the
 * result also has the accepted disclosure and its time.
 */
export async function readOwnDisclosure(
  db: Database,
  {
    participant: { userId, consentHash },
    current,
    lang,
  }: { participant: Participant; current: CurrentDisclosure; lang: Language },
): Promise<Reply> {
  const { version, hash, conductHash, terms } = current;
  const isCovered = consentHash !== null && (await coveringOf(db, current)).has(consentHash);
  const sections = [...current.content[lang]];
  const own = { version, hash, sections, covered: isCovered };
  const last = isCovered || consentHash === null ? undefined : await findAccepted(db, { userId, hash: consentHash });
  if (last === undefined) return { ...own, accepted: null };
  const earlier = {
    conductHash: last.conduct_hash,
    // Terms that another release stored in another form are treated as none.
    terms: storedTerms.catch(null).parse(last.terms),
    sections: storedContent.parse(last.content)[lang] ?? [],
  };
  const changes = disclosureChanges(earlier, { conductHash, terms, sections });
  return { ...own, accepted: { acceptedAt: last.accepted_at.getTime(), ...changes } };
}
