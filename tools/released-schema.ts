import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';

/** The part of the schema that the last release may use; `npm run generate:db -- --release NAME` writes it. */
const RELEASED_SCHEMA = join(import.meta.dirname, '..', 'docs', 'released-schema.txt');

const HEADER = `What the last release may use of the database: tables and views, their columns, and functions by the
types of their arguments. Its processes go on while the next release migrates, so all of it must still be there then:
compared with the migrated database by tests/released-schema.db.test.ts. Written by npm run generate:db -- --release
NAME, at each release and never in between.
`;
const NONE = 'none';

/**
 * The schema that processes may use, by name: `table NAME`, `view NAME`, `column TABLE.NAME`, `function NAME(TYPES)`,
 * with details: none, the column's type and whether a value is required, or the function's result.
 */
export type Surface = ReadonlyMap<string, string>;

/** The releases so far, the last one last, and what that one may use. */
export type ReleasedSchema = { readonly releases: readonly string[]; readonly surface: Surface };

/** What this release drops or changes although the last one had it. */
export type Dropped = {
  /** Name in the list of the last release's schema. */
  readonly subject: string;
  /** The first release that did not use it any more. */
  readonly unusedSince: string;
  /** The day of the decision, and why it goes. */
  readonly decided: string;
  readonly because: string;
};

/** Subjects dropped one release after their last use. A release empties the list: its own schema lacks them. */
export const DROPPED_LATER: readonly Dropped[] = [];

const COLUMNS = `
  select case when c.relkind in ('v', 'm') then 'view' else 'table' end as kind, c.relname as relation,
    a.attname as name, format_type(a.atttypid, a.atttypmod) || case when a.attnotnull then ', not null' else '' end
      || case when a.atthasdef or a.attidentity <> '' then ', default' else '' end as description
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm') and not c.relispartition
  order by c.relname collate "C", a.attname collate "C"`;

/** Triggers call their functions themselves. */
const FUNCTIONS = `
  select 'function ' || p.proname || '(' || array_to_string(array(
      select format_type(type, null) from unnest(p.proargtypes) with ordinality t (type, place) order by place), ', ')
      || ')' as subject,
    coalesce(pg_get_function_result(p.oid), 'nothing')
      || case when p.pronargdefaults > 0 then ', ' || p.pronargdefaults || ' optional' else '' end as description
  from pg_proc p
  where p.pronamespace = 'public'::regnamespace and p.prorettype not in ('trigger'::regtype, 'event_trigger'::regtype)
    and not exists (select 1 from pg_depend where classid = 'pg_proc'::regclass and objid = p.oid and deptype = 'e')
  order by p.proname collate "C", p.proargtypes::text`;

/** Returns what processes may use of the migrated database of this connection. */
export async function readSurface(client: pg.Client): Promise<Surface> {
  const columns = await client.query<{ kind: string; relation: string; name: string; description: string }>(COLUMNS);
  const functions = await client.query<{ subject: string; description: string }>(FUNCTIONS);
  return new Map([
    ...columns.rows.flatMap(({ kind, relation, name, description }): [string, string][] => [
      [`${kind} ${relation}`, ''],
      [`column ${relation}.${name}`, description],
    ]),
    ...functions.rows.map(({ subject, description }): [string, string] => [subject, description]),
  ]);
}

/** Returns the text of a release's list. */
export function renderReleased({ releases, surface }: ReleasedSchema): string {
  const lines = [...surface].map(([subject, description]) =>
    description === '' ? subject : `${subject}: ${description}`,
  );
  const heading = `releases: ${releases.length === 0 ? NONE : releases.join(', ')}`;
  return `${[HEADER, heading, ...lines].join('\n')}\n`;
}

/** Returns what such a text says. Throws for one that does not name the releases. */
export function parseReleased(text: string): ReleasedSchema {
  const [heading = '', ...lines] = text.slice(HEADER.length).trim().split('\n');
  if (!text.startsWith(HEADER) || !heading.startsWith('releases: ')) throw new Error('this is no released schema');
  const names = heading.slice('releases: '.length);
  const entries = lines.map((line): [string, string] => {
    const [subject = '', ...rest] = line.split(': ');
    return [subject, rest.join(': ')];
  });
  return { releases: names === NONE ? [] : names.split(', '), surface: new Map(entries) };
}

/** Returns the last release's schema from the repository. */
export function readReleased(): ReleasedSchema {
  return parseReleased(readFileSync(RELEASED_SCHEMA, 'utf8'));
}

/**
 * Writes the schema of the release with this name, which is that of the migrated database at `url`; resolves
 * afterwards.
 */
export async function writeReleased(url: string, release: string): Promise<void> {
  const { releases } = readReleased();
  if (!/^[\w.-]+$/.test(release) || release === NONE || releases.includes(release))
    throw new Error(`“${release}” is no new name of letters, digits, “.”, “_” and “-”`);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const surface = await readSurface(client).finally(() => client.end());
  writeFileSync(RELEASED_SCHEMA, renderReleased({ releases: [...releases, release], surface }));
}

/**
 * Returns the reasons why processes of the last release would fail on a database with the `present` schema, in words;
 * none if their schema is complete, or was dropped as permitted. Subjects listed as dropped must have existed, and be
 * unused since a release.
 */
export function breaksRelease(
  last: ReleasedSchema,
  { present, dropped }: { readonly present: Surface; readonly dropped: readonly Dropped[] },
): string[] {
  const changes = new Map([...changesOfReleased(last.surface, present), ...newRequired(last.surface, present)]);
  const listed = new Set(dropped.map(({ subject }) => subject));
  const unlisted = [...changes].filter(([subject]) => !listed.has(subject));
  return [
    ...unlisted.map(([subject, change]) => `${subject}: ${change}`),
    ...dropped.flatMap(({ subject, unusedSince, decided }) => {
      if (!last.releases.includes(unusedSince)) return [`${subject}: listed, but there is no release ${unusedSince}`];
      if (!changes.has(subject)) return [`${subject}: listed, but the last release did not lose it`];
      return /^\d{4}-\d\d-\d\d$/.test(decided) ? [] : [`${subject}: listed without the day of the decision`];
    }),
  ];
}

/** Returns changes of the release's schema: missing subjects, and those that cannot be used as before. */
function changesOfReleased(released: Surface, present: Surface): [string, string][] {
  return [...released].flatMap(([subject, was]): [string, string][] => {
    const is = present.get(subject);
    if (is === undefined) return [[subject, 'is gone']];
    const change = subject.startsWith('column ') ? columnChange(was, is) : functionChange(was, is);
    return change === null ? [] : [[subject, change]];
  });
}

/** Returns the new columns of the release's tables that its inserts, which do not name them, leave empty. */
function newRequired(released: Surface, present: Surface): [string, string][] {
  return [...present].flatMap(([subject, description]): [string, string][] => {
    const [, table] = /^column ([^.]+)\./.exec(subject) ?? [];
    const isNew = table !== undefined && released.has(`table ${table}`) && !released.has(subject);
    const column = parseColumn(description);
    return isNew && column.isRequired && !column.hasDefault ? [[subject, 'is new, not null and has no default']] : [];
  });
}

function parseColumn(description: string) {
  const [, type = '', required, byDefault] = /^(.*?)(, not null)?(, default)?$/.exec(description) ?? [];
  return { type, isRequired: required !== undefined, hasDefault: byDefault !== undefined };
}

function columnChange(before: string, after: string): string | null {
  const was = parseColumn(before);
  const is = parseColumn(after);
  if (was.type !== is.type) return `was ${was.type}, is ${is.type}`;
  if (!was.isRequired && is.isRequired) return 'may not be null any more';
  return was.hasDefault && is.isRequired && !is.hasDefault ? 'has no default any more' : null;
}

function functionChange(before: string, after: string): string | null {
  const [, wasResult, wasOptional = '0'] = /^(.*?)(?:, (\d+) optional)?$/.exec(before) ?? [];
  const [, isResult, isOptional = '0'] = /^(.*?)(?:, (\d+) optional)?$/.exec(after) ?? [];
  if (wasResult !== isResult) return `returned ${wasResult}, returns ${isResult}`;
  return Number(isOptional) < Number(wasOptional) ? 'requires more arguments' : null;
}
