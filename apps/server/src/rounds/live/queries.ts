import type { RoundState } from '@city-mint/domain/rounds/round-state';
import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';
import { outcomeOfRound, type RoundOutcome, windowPausedSince } from '../offers/queries/rounds.ts';

/** The changing fields of a live round; amounts in base units. */
export type LiveRound = {
  readonly id: bigint;
  readonly cityId: bigint;
  readonly phase: number;
  readonly number: number;
  readonly state: RoundState;
  readonly opensAt: Date;
  readonly closesAt: Date;
  readonly pausedSince: Date | null;
  readonly quota: bigint;
  readonly filled: bigint;
  readonly orders: number;
  readonly outcome: RoundOutcome | null;
};

/** Rounds at a time, UTC milliseconds of the database's clock. */
export type LiveRounds = { readonly at: number; readonly rounds: readonly LiveRound[] };

/** Returns every round that has a next step, and the rounds of `alsoIds`. */
export async function readLiveRounds(db: Database, alsoIds: readonly bigint[]): Promise<LiveRounds> {
  const { rows } = await sql<{ at: Date } & { [Field in keyof LiveRound]: LiveRound[Field] | null }>`
    select clock_timestamp() as at, id, city_id as "cityId", phase, number, state,
      opens_at as "opensAt", closes_at as "closesAt", ${windowPausedSince} as "pausedSince",
      quota, filled, round.order_count as orders, ${outcomeOfRound} as outcome
    from (select) as now left join round on due_at is not null or id = any(${alsoIds}::bigint[])
      left join round_settlement on round_settlement.round_id = round.id
    order by id`.execute(db);
  const isRound = (candidate: (typeof rows)[number]): candidate is { at: Date } & LiveRound => candidate.id !== null;
  return { at: rows[0]?.at.getTime() ?? 0, rounds: rows.filter(isRound) };
}
