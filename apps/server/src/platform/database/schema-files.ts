import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';

/**
 * A file of the schema by its path below the migrations' folder, e.g. `0002-ledger.sql` or
 * `functions/rounds/order-net.sql`.
 */
export type SchemaFile = {
  readonly name: string;
  readonly sql: string;
  /**
   * SHA-256 in hex; a repeatable file's checksum includes the files it uses, so that it is applied again after them.
   */
  readonly checksum: string;
  /** Whether it is applied again when its checksum changes (functions, views), or only once (migrations). */
  readonly isRepeatable: boolean;
};

const REPEATABLE = ['functions', 'views'] as const;
const USES = /^-- Uses: (.+)$/gm;

/**
 * Returns the files of the schema in the order of application: migrations by name, each after the functions that it
 * uses, then all other functions, then the views. Throws for a used file that does not exist, and for files that use
 * each other in a circle.
 */
export async function readSchemaFiles(directory: URL): Promise<SchemaFile[]> {
  const texts = new Map<string, string>();
  for (const name of await listFiles(directory)) texts.set(name, await readFile(new URL(name, directory), 'utf8'));
  const ordered = new Map<string, SchemaFile>();
  const migrations = [...texts.keys()].filter((name) => !isRepeatable(name)).sort();
  const repeatables = [...texts.keys()].filter(isRepeatable).sort();
  for (const name of [...migrations, ...repeatables]) place({ name, texts, ordered, path: [] });
  return [...ordered.values()];
}

async function listFiles(directory: URL): Promise<string[]> {
  const migrations = (await readdir(directory)).filter(isSql);
  const folders = await Promise.all(
    REPEATABLE.map(async (folder) => {
      const names = await readdir(new URL(`${folder}/`, directory), { recursive: true }).catch(noneWhenMissing);
      return names.filter(isSql).map((name) => `${folder}/${name}`);
    }),
  );
  return [...migrations, ...folders.flat()];
}

type Placing = {
  readonly name: string;
  readonly texts: ReadonlyMap<string, string>;
  readonly ordered: Map<string, SchemaFile>;
  /** The chain of files that led here, each using the next. */
  readonly path: readonly string[];
};

/** Places a file after the files it uses. */
function place({ name, texts, ordered, path }: Placing): SchemaFile {
  const sql = texts.get(name);
  if (sql === undefined || (path.length > 0 && !isRepeatable(name)))
    throw new Error(`${path.at(-1)} uses ${name}, which is not a function or view of the schema`);
  const placed = ordered.get(name);
  if (placed !== undefined) return placed;
  if (path.includes(name)) throw new Error(`schema files use each other in a circle: ${[...path, name].join(' → ')}`);
  const used = usedFiles(sql).map((other) => place({ name: other, texts, ordered, path: [...path, name] }));
  const covered = isRepeatable(name) ? used.map(({ checksum }) => checksum) : [];
  const file = { name, sql, checksum: sha256([sql, ...covered].join('\n')), isRepeatable: isRepeatable(name) };
  ordered.set(name, file);
  return file;
}

function usedFiles(sql: string): string[] {
  return [...sql.matchAll(USES)].flatMap(([, names = '']) => names.split(',').map((name) => name.trim()));
}

function isRepeatable(name: string): boolean {
  return REPEATABLE.some((folder) => name.startsWith(`${folder}/`));
}

function isSql(name: string): boolean {
  return name.endsWith('.sql');
}

function noneWhenMissing(error: unknown): string[] {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
  throw error;
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
