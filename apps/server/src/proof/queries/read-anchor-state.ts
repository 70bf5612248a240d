import type { HealthProblem } from '@city-mint/api-contract/operator/overview-endpoints';
import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';
import { findSentAnchors, findWaitingAnchors } from '../anchors/store.ts';

export type AnchorState = {
  readonly waiting: number;
  /** Of the waiting ones, those that the auditor did not sign. */
  readonly unsigned: number;
  readonly sent: number;
  readonly conflicting: number;
  /** Age of the oldest root that is waiting or sent, in seconds; 0 when there is none. */
  readonly oldestSeconds: number;
};

/** Age in seconds at which a root that is not final is reported; a chain may be slow or expensive for a while. */
const REPORTED_SECONDS = 3_600;

/** Returns how many roots are not final yet or conflict with the contract. */
export async function readAnchorState(db: Database): Promise<AnchorState> {
  const { rows } = await sql<AnchorState>`
    select count(*) filter (where state = 'waiting')::int as waiting,
      count(*) filter (where state = 'waiting' and cosignature is null)::int as unsigned,
      count(*) filter (where state = 'sent')::int as sent,
      (select count(*)::int from anchor where state = 'conflicting') as conflicting,
      coalesce(extract(epoch from now() - min(made_at)), 0)::float8 as "oldestSeconds"
    from anchor where state in ('waiting', 'sent')`.execute(db);
  const [state] = rows;
  if (state === undefined) throw new Error('an aggregate query returned no row');
  return state;
}

/**
 * Returns why roots are not anchored: conflicts, or a root that is not final after an hour, because the auditor did not
 * sign it or for another reason. Null when there is no problem.
 */
export async function checkAnchors(db: Database): Promise<HealthProblem | null> {
  const { conflicting, waiting, unsigned, sent, oldestSeconds } = await readAnchorState(db);
  if (conflicting > 0) return { code: 'roots-differ', count: conflicting };
  if (oldestSeconds <= REPORTED_SECONDS) return null;
  const seconds = Math.round(oldestSeconds);
  if (unsigned > 0) return { code: 'roots-unsigned', count: unsigned, seconds };
  return { code: 'roots-not-final', count: waiting + sent, seconds };
}

/** Returns whether any root is in flight or due to be sent. */
export async function hasOpenAnchors(db: Database): Promise<boolean> {
  const [sentAnchors, waitingAnchors] = await Promise.all([findSentAnchors(db), findWaitingAnchors(db, 1)]);
  return sentAnchors.length + waitingAnchors.length > 0;
}
