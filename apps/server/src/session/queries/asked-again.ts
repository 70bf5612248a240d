import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { isWithinSpan, SPAN_NAMES, type TermsSpan, termsBeyond } from '@city-mint/domain/rounds/terms-span';
import type { Database } from '#platform/database/database.ts';
import { conductHashOf } from '../disclosure-content.ts';
import { figureOf, type Operator } from '../disclosure-figures.ts';
import { countConsents, selectOfConduct } from '../store/disclosures.ts';
import { storedTerms } from './covering.ts';

/** The number of users whom other terms on offer would ask for a new consent, and the terms that cause it. */
export type AskedAgain = ReplyOf<'POST /api/ops/plans/check'>['consents'];

/**
 * Returns the users whose last consent covers the terms on offer `now` but not those of `after`. Excludes users who
 * already have to accept again. docs/money-rules.md#4-join
 */
export async function findAskedAgain(
  db: Database,
  { operator, now, after }: { readonly operator: Operator; readonly now: TermsSpan | null; readonly after: TermsSpan },
): Promise<AskedAgain> {
  const versions = await selectOfConduct(db, conductHashOf(operator));
  const exceeded = versions.flatMap(({ hash, terms }) => {
    const accepted = storedTerms.safeParse(terms);
    if (!accepted.success || !isWithinSpan(now, accepted.data)) return [];
    const names = termsBeyond(after, accepted.data);
    return names.length === 0 ? [] : [{ hash, names }];
  });
  if (exceeded.length === 0) return { asked: 0, beyond: [] };
  const accepted = await countConsents(db);
  const asked = exceeded.flatMap(({ hash, names }) => {
    const users = accepted.get(hash);
    return users === undefined ? [] : [{ users, names }];
  });
  return {
    asked: asked.reduce((sum, { users }) => sum + users, 0),
    beyond: SPAN_NAMES.filter((name) => asked.some(({ names }) => names.includes(name))).map((name) => ({
      name,
      now: now && figureOf(name, now[name]),
      after: figureOf(name, after[name]),
    })),
  };
}
