import type { Database } from '@city-mint/server/platform/database/database';
import { sql } from 'kysely';
import { withoutIndexes } from '../reads/bulk.ts';

/** Related tables, each with the column of their shared id, or with more about its rows. */
export type RowGroup = Readonly<Record<string, string | SomeRows>>;

type SomeRows = {
  readonly id: string;
  /** Condition on the rows to copy, in a table with other rows. */
  readonly where?: string;
  /** Another column with an id of the group. */
  readonly and?: string;
  /** Whether it is copied as often as the group's other tables, regardless of its own number of rows. */
  readonly follows?: boolean;
};

type Column = {
  readonly name: string;
  readonly type: string;
  /** Whether it is part of a unique key. */
  readonly unique: boolean;
  /** Shift between copies: the last number of a key of several columns; else null. */
  readonly shift: string | null;
};

type Multiplying = {
  readonly rows: number;
  readonly besides?: Readonly<Record<string, string>>;
  readonly sameTimes?: boolean;
};

/**
 * Copies the rows of a group until each of its tables has `rows` of them. Ids continue the existing ones, other unique
 * values are new, and times keep their order within the last year; with `sameTimes` each copy has the times of its row.
 * Constraints over several tables and triggers are disabled for the copy (needs the superuser and a single connection),
 * so all other references remain unchanged. `besides` are tables with a condition: the times of these rows are shifted
 * with those of the group.
 */
export async function multiplyRows(
  db: Database,
  group: RowGroup,
  { rows, besides = {}, sameTimes = false }: Multiplying,
): Promise<void> {
  const tables = Object.entries(group).map(([table, rowsOf]) => {
    const { id, where = 'true', and = '', follows = false } = typeof rowsOf === 'string' ? { id: rowsOf } : rowsOf;
    return { table, id, where, and, follows };
  });
  const sizes = await Promise.all(tables.map((copied) => readSize(db, copied)));
  const fewest = Math.min(...sizes.filter((_size, at) => tables[at]?.follows === false).map(({ count }) => count));
  if (fewest === 0) throw new Error(`${Object.keys(group).join(', ')}: one has no row to copy`);
  const copies = Math.ceil(rows / fewest) - 1;
  const [{ largest: span } = { largest: 0n }] = sizes.toSorted((a, b) => (a.largest < b.largest ? 1 : -1));
  if (copies < 1) return;
  // Unique columns come from the indexes.
  const columnsOf = new Map<string, readonly Column[]>();
  for (const copied of tables) columnsOf.set(copied.table, await readColumns(db, copied));
  await withoutIndexes(db, await unreferenced(db, tables), async () => {
    // Squeeze all times before copying: a condition may refer to rows of another table.
    const ofBesides = Object.entries(besides).map(([table, where]) => ({ table, id: '', where }));
    const squeezing = sameTimes ? [] : [...ofBesides, ...tables.filter(({ table }) => !(table in besides))];
    for (const squeezed of squeezing) await squeezeTimes(db, { ...squeezed, copies });
    for (const copied of tables) {
      await copyRows(db, { ...copied, columns: columnsOf.get(copied.table) ?? [], span, copies, sameTimes });
    }
  });
}

/** Returns the tables whose keys no other table references: these can be dropped temporarily. */
async function unreferenced(db: Database, tables: readonly { readonly table: string }[]): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select confrelid::regclass::text as name from pg_constraint where contype = 'f'`.execute(db);
  const referenced = new Set(rows.map(({ name }) => name));
  return tables.map(({ table }) => table).filter((table) => !referenced.has(table));
}

async function readSize(
  db: Database,
  { table, id, where }: Pick<Copying, 'table' | 'id' | 'where'>,
): Promise<{ count: number; largest: bigint }> {
  const { rows } = await sql<{ count: number; largest: string }>`
    select (count(*) filter (where ${sql.raw(where)}))::int as count, coalesce(max(${sql.ref(id)}), 0)::text as largest
    from ${sql.table(table)}`.execute(db);
  return { count: rows[0]?.count ?? 0, largest: BigInt(rows[0]?.largest ?? 0) };
}

type Copying = {
  readonly table: string;
  readonly id: string;
  readonly where: string;
  readonly and: string;
  readonly columns: readonly Column[];
  readonly span: bigint;
  readonly copies: number;
  readonly sameTimes: boolean;
};

/** Moves the times of rows into the first part of the last year, of as many as there are copies, and one. */
async function squeezeTimes(
  db: Database,
  { table, id, where, copies }: Pick<Copying, 'table' | 'id' | 'where' | 'copies'>,
): Promise<void> {
  const times = (await readColumns(db, { table, id })).filter(({ type }) => type.startsWith('timestamp'));
  if (times.length === 0) return;
  const set = times.map(({ name }) => `${name} = ${squeezed({ name, copies, copy: '0' })}`).join(', ');
  await sql.raw(`update ${table} set ${set} where ${where}`).execute(db);
}

function squeezed({ name, copies, copy }: { readonly name: string; readonly copies: number; readonly copy: string }) {
  return `now() - ((now() - ${name}) + interval '1 year' * (${copies} - ${copy})) / ${copies + 1}`;
}

async function copyRows(db: Database, copying: Copying): Promise<void> {
  const { table, id, where, and, columns, span, copies, sameTimes } = copying;
  // The rows that there are now have their times squeezed: what copies are made of is stretched again.
  const stretched = (name: string) => `(now() - ((now() - ${name}) * ${copies + 1} - interval '1 year' * ${copies}))`;
  const copied = ({ name, type, unique, shift }: Column) => {
    if (name === id || name === and) return `${name} + copy * ${span}::bigint`;
    if (type.startsWith('timestamp'))
      return sameTimes ? name : squeezed({ name: stretched(name), copies, copy: 'copy' });
    if (shift !== null) return `${name} + copy * ${shift}::${type}`;
    if (!unique) return name;
    if (type === 'uuid') return 'gen_random_uuid()';
    if (type === 'bytea') return `sha256(${name} || int4send(copy))`;
    if (type === 'text') {
      const hex = `md5(copy || ${name}) || md5(${name} || copy)`;
      return `case when ${name} like '0x%' then '0x' || substr(${hex}, 1, length(${name}) - 2)
        else ${name} || '-' || copy end`;
    }
    return name;
  };
  const names = columns.map(({ name }) => name).join(', ');
  await sql
    .raw(
      `insert into ${table} (${names}) overriding system value
       select ${columns.map(copied).join(', ')} from ${table}, generate_series(1, ${copies}) copy
       where ${where} order by copy, ${id}`,
    )
    .execute(db);
}

const NUMBERS: ReadonlySet<string> = new Set(['bigint', 'integer', 'smallint']);

/** Returns the columns that a row is inserted with. */
async function readColumns(
  db: Database,
  { table, id, and = '' }: Pick<Copying, 'table' | 'id'> & { readonly and?: string },
): Promise<Column[]> {
  const { rows: columns } = await sql<{ name: string; type: string; keys: readonly string[] }>`
    select attname as name, format_type(atttypid, null) as type, array(
      select indexrelid::regclass::text from pg_index
      where indrelid = attrelid and indisunique and attnum = any (indkey)) as keys
    from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = ''
    order by attnum`.execute(db);
  const keysOfId = columns.flatMap(({ name, keys }) => (name === id || name === and ? keys : []));
  const shifted = new Map<string, string>();
  for (const key of new Set(columns.flatMap(({ keys }) => keys))) {
    if (keysOfId.includes(key)) continue;
    const ofKey = columns.filter(({ keys }) => keys.includes(key));
    const last = ofKey.findLast(({ type }) => NUMBERS.has(type));
    if (last === undefined || ofKey.some(({ type }) => !NUMBERS.has(type))) continue;
    const { rows } = await sql<{ span: string }>`
      select (max(${sql.ref(last.name)}) - min(${sql.ref(last.name)}) + 1)::text as span
      from ${sql.table(table)}`.execute(db);
    shifted.set(last.name, rows[0]?.span ?? '1');
  }
  return columns.map(({ name, type, keys }) => {
    return { name, type, unique: keys.length > 0, shift: shifted.get(name) ?? null };
  });
}
