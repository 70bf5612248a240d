import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';

export type SettledRound = {
  readonly roundId: bigint;
  readonly outcome: 'minted' | 'failed';
  /** The settlement's day by the database's clock, YYYY-MM-DD in UTC. */
  readonly day: string;
};

export type SettledRounds = {
  /** In the order of their ids. */
  readonly rounds: readonly SettledRound[];
  /** The first round after `after` that is not settled yet; null when all are. */
  readonly firstUnsettled: bigint | null;
};

/** Rounds with an id above `after` whose settlement is paid and closed: what a capability above has yet to look through. */
export async function listSettledRounds(db: Database, after: bigint): Promise<SettledRounds> {
  const { rows } = await sql<{ id: bigint; outcome: 'minted' | 'failed' | null; day: string | null }>`
    select r.id, s.outcome, to_char(s.settled_at at time zone 'UTC', 'YYYY-MM-DD') as day
    from round r
    left join round_settlement s on s.round_id = r.id and r.state in ('minted', 'ended')
    where r.id > ${after}
    order by r.id`.execute(db);
  return {
    rounds: rows.flatMap(({ id, outcome, day }) =>
      outcome === null || day === null ? [] : [{ roundId: id, outcome, day }],
    ),
    firstUnsettled: rows.find((row) => row.outcome === null)?.id ?? null,
  };
}
