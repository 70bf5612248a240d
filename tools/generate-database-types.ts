// npm run generate:db: writes the types of the tables of a newly migrated database, and each role's rights to them.
// With `--release NAME` also the schema of that release, which the next one must not break.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startPostgres } from '@city-mint/devnet/embedded-postgres';
import { migrate } from '@city-mint/server/platform/database/migrate';
import { writeReleased } from './released-schema.ts';
import { describeRoleRights, ROLE_RIGHTS } from './role-rights.ts';

const ROOT = join(import.meta.dirname, '..');
/** Types as the parsers of platform/database return them: numeric and int8 are bigint. */
const TYPES = JSON.stringify({ int8: 'bigint', numeric: 'bigint' });

/** The file that holds the types. */
export const DATABASE_TYPES = join(ROOT, 'apps/server/src/platform/database/generated/db.ts');

/** Returns the TypeScript types of all tables of the database at `url`, which must be migrated. */
export function generateDatabaseTypes(url: string): string {
  const codegen = join(ROOT, 'node_modules', '.bin', 'kysely-codegen');
  const args = ['--dialect', 'postgres', '--url', url, '--type-mapping', TYPES, '--log-level', 'error', '--print'];
  const { status, stdout, stderr } = spawnSync(codegen, args, { cwd: ROOT, encoding: 'utf8' });
  if (status !== 0) throw new Error(`kysely-codegen failed: ${stderr}`);
  return `${stdout.trim()}\n`;
}

async function main(): Promise<void> {
  const { release } = parseArgs({ options: { release: { type: 'string' } } }).values;
  const dataDir = mkdtempSync(join(tmpdir(), 'city-mint-types-'));
  const server = await startPostgres({ dataDir });
  try {
    await migrate({ url: server.url });
    writeFileSync(DATABASE_TYPES, generateDatabaseTypes(server.url));
    writeFileSync(ROLE_RIGHTS, await describeRoleRights(server.url));
    if (release !== undefined) await writeReleased(server.url, release);
  } finally {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

if (import.meta.main) await main();
