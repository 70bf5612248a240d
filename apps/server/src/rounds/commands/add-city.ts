import type { Database } from '#platform/database/database.ts';

/** Adds a city with its place in degrees, once: a name that is there already changes nothing. */
export async function addCity(
  db: Database,
  city: { readonly name: string; readonly latitude: number; readonly longitude: number },
): Promise<void> {
  await db
    .insertInto('city')
    .values(city)
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
}
