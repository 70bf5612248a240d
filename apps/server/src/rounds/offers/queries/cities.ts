import { inEveryLanguage, LANGUAGES, type Language } from '@city-mint/domain/languages';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Database } from '#platform/database/database.ts';

/** A city with its coordinates in degrees and the outcomes of its rounds so far. */
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
    select c.id, c.name, c.latitude, c.longitude, c.minted, c.failed,
      (select max(p.phase) from phase_plan p where p.city_id = c.id and p.state <> 'revoked') as phase
    from city c order by c.id`.execute(db);
  return rows;
}

/** The displayed name of a city, by language; where one is missing, the city's own name is shown. */
export type CityNames = Readonly<Partial<Record<Language, string>>>;

const cityNames = z.partialRecord(z.enum(LANGUAGES), z.string());

/** Returns the coordinates of a city in degrees and its names; undefined when there is none with this name. */
export async function findCity(
  db: Database,
  name: string,
): Promise<{ latitude: number; longitude: number; names: CityNames } | undefined> {
  const city = await db
    .selectFrom('city')
    .select(['latitude', 'longitude', 'names'])
    .where('name', '=', name)
    .executeTakeFirst();
  return city && { ...city, names: cityNames.parse(city.names) };
}

/** A city as operators' lists show it. */
export type ListedCity = {
  readonly id: bigint;
  readonly name: string;
  readonly latitude: number;
  readonly longitude: number;
  readonly names: CityNames;
  /** Number of rounds with this outcome. */
  readonly minted: number;
  readonly failed: number;
  /** The last plan that was not revoked; null before the first. */
  readonly lastPlan: { readonly planId: bigint; readonly phase: number; readonly state: string } | null;
};

/** Returns cities with ids below `before` (null = from the newest), newest first. */
export async function listCities(
  db: Database,
  page: { readonly before: bigint | null; readonly limit: number },
): Promise<ListedCity[]> {
  type Row = Omit<ListedCity, 'names' | 'lastPlan'> & {
    names: unknown;
    planId: bigint | null;
    phase: number | null;
    state: string | null;
  };
  const { rows } = await sql<Row>`
    select c.id, c.name, c.latitude, c.longitude, c.names, c.minted, c.failed, p.id as "planId", p.phase, p.state
    from city c
    left join lateral (
      select p.id, p.phase, p.state from phase_plan p
      where p.city_id = c.id and p.state <> 'revoked'
      order by p.published_at desc, p.id desc limit 1
    ) p on true
    where ${page.before}::bigint is null or c.id < ${page.before}::bigint
    order by c.id desc limit ${page.limit}::int`.execute(db);
  return rows.map(({ planId, phase, state, names, ...city }) => ({
    ...city,
    names: cityNames.parse(names),
    lastPlan: planId === null || phase === null || state === null ? null : { planId, phase, state },
  }));
}

/** Returns the id of the city with this name; undefined when there is none. */
export async function findCityId(db: Database, name: string): Promise<bigint | undefined> {
  return (await db.selectFrom('city').select('id').where('name', '=', name).executeTakeFirst())?.id;
}

/** Returns the displayed names by language and by the city's own name, where they differ. */
export async function readCityNames(db: Database): Promise<Record<Language, Record<string, string>>> {
  const cities = await db.selectFrom('city').select(['name', 'names']).orderBy('id').execute();
  const named = cities.map(({ name, names }) => ({ name, names: cityNames.parse(names) }));
  return inEveryLanguage((language) =>
    Object.fromEntries(
      named.flatMap(({ name, names }) => {
        const { [language]: local = name } = names;
        return local === name ? [] : [[name, local]];
      }),
    ),
  );
}
