import type { RoundState } from '@city-mint/domain/rounds/round-state';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';

/** A round as it moves; amounts in base units. */
export type LiveRound = {
  readonly id: bigint;
  readonly cityId: bigint;
  readonly phase: number;
  readonly number: number;
  readonly state: RoundState;
  readonly opensAt: Date;
  readonly closesAt: Date;
  readonly quota: bigint;
  readonly filled: bigint;
  readonly orders: number;
};

/** Every round that still has something due, and those named besides. */
export async function readLiveRounds(db: Database, besides: readonly bigint[]): Promise<LiveRound[]> {
  const { rows } = await sql<LiveRound>`
    select id, city_id as "cityId", phase, number, state, opens_at as "opensAt", closes_at as "closesAt", quota, filled, order_count as orders
    from round where due_at is not null or id = any(${besides}::bigint[]) order by id`.execute(db);
  return rows;
}
