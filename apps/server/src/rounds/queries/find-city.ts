import type { Database } from '#platform/database/database.ts';

/** Where a city stands, in degrees, or undefined when there is none of this name. */
export async function findCity(
  db: Database,
  name: string,
): Promise<{ latitude: number; longitude: number } | undefined> {
  return db.selectFrom('city').select(['latitude', 'longitude']).where('name', '=', name).executeTakeFirst();
}
