import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';

/** A city with its coordinates in degrees and how its rounds ended so far. */
export type CityNow = {
  readonly id: bigint;
  readonly name: string;
  readonly latitude: number;
  readonly longitude: number;
  /** The newest phase that was not revoked, or null before the first. */
  readonly phase: number | null;
  readonly minted: number;
  readonly failed: number;
};

/** Returns every city, in the order in which they were added. */
export async function readCities(db: Database): Promise<CityNow[]> {
  const { rows } = await sql<CityNow>`
    select c.id, c.name, c.latitude, c.longitude,
      (select max(p.phase) from phase_plan p where p.city_id = c.id and p.state <> 'revoked') as phase,
      count(s.round_id) filter (where s.outcome = 'minted')::int as minted,
      count(s.round_id) filter (where s.outcome = 'failed')::int as failed
    from city c
    left join round r on r.city_id = c.id
    left join round_settlement s on s.round_id = r.id
    group by c.id order by c.id`.execute(db);
  return rows;
}

/** Returns the coordinates of a city in degrees; undefined when there is none of this name. */
export async function findCity(
  db: Database,
  name: string,
): Promise<{ latitude: number; longitude: number } | undefined> {
  return db.selectFrom('city').select(['latitude', 'longitude']).where('name', '=', name).executeTakeFirst();
}
