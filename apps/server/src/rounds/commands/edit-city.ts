import type { Database } from '#platform/database/database.ts';

/** Moves a city, found by its name, on the map; degrees. */
export async function editCity(
  tx: Database,
  city: { readonly name: string; readonly latitude: number; readonly longitude: number },
): Promise<void> {
  const { name, latitude, longitude } = city;
  await tx.updateTable('city').set({ latitude, longitude }).where('name', '=', name).execute();
}
