// npm run sql [-- STATEMENT]: psql on the local system's database, as its owner; with a statement its rows. The system
// has to run. Without psql on the machine only statements work.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import pg from 'pg';
import { readLocalDatabase } from './postgres/local-database.ts';

const database = readLocalDatabase(join(import.meta.dirname, '..', '.data', 'postgres'));
const statement = process.argv.slice(2).join(' ');
if (database === null) {
  console.error('The local database does not run: npm start, or npm run dev.');
  process.exit(1);
}
if (statement === '') {
  const opened = spawnSync('psql', [database.url], { stdio: 'inherit' });
  if (opened.error === undefined) process.exit(opened.status ?? 1);
  console.error('psql is not installed here: npm run -s sql -- "select …" runs a statement without it.');
  process.exit(1);
}
const client = new pg.Client({ connectionString: database.url });
await client.connect();
try {
  const { rows } = await client.query<Record<string, unknown>>(statement);
  const shown = rows.map((row) => Object.entries(row).map(([name, value]) => [name, textOf(value)]));
  console.table(shown.map((cells) => Object.fromEntries(cells)));
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
} finally {
  await client.end();
}

function textOf(value: unknown): string {
  if (value instanceof Date) return value.toISOString();
  return value !== null && typeof value === 'object' ? JSON.stringify(value) : String(value);
}
