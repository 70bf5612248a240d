import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';
import { timeOfUs, usOf } from '#platform/database/time-of-us.ts';
import type { TimelineKey } from '#platform/paging.ts';
import { type RoundInBrief, readRoundsInBrief, roundInBriefToWire } from './round-list.ts';

/** A round whose settlement files are complete. */
export type SettledRound = {
  readonly round: RoundInBrief;
  readonly settledAt: Date;
  /** Its key in the list. */
  readonly key: TimelineKey;
};

/**
 * Returns rounds of all cities after a key (null = from the beginning), the latest settled first. Reads the index of
 * settlements by time; it passes over only those whose files are still being written.
 */
export async function listRoundsBySettlement(
  db: Database,
  page: { readonly after: TimelineKey | null; readonly limit: number },
): Promise<SettledRound[]> {
  let query = db
    .selectFrom('round_settlement')
    .select(['round_id', 'settled_at', usOf('settled_at').as('settled_us')])
    .where('file_due_at', 'is', null);
  if (page.after !== null) {
    const { atUs, id } = page.after;
    query = query.where(sql<boolean>`(settled_at, round_id) < (${timeOfUs(atUs)}, ${id}::bigint)`);
  }
  const settled = await query.orderBy('settled_at', 'desc').orderBy('round_id', 'desc').limit(page.limit).execute();
  const rounds = await readRoundsInBrief(
    db,
    settled.map(({ round_id: roundId }) => roundId),
  );
  const byId = new Map(rounds.map((round) => [round.roundId, round]));
  return settled.flatMap(({ round_id: id, settled_at: settledAt, settled_us: atUs }) => {
    const round = byId.get(id);
    return round === undefined ? [] : [{ round, settledAt, key: { atUs, code: 0n, id } }];
  });
}

/** Returns a settled round as lists show it, amounts in whole units, UTC milliseconds. */
export function settledRoundToWire({ round, settledAt }: SettledRound) {
  return { ...roundInBriefToWire(round), city: round.city, settledAt: settledAt.getTime() };
}
