// npm run generate:db [-- --verify]: the types of the tables, from a database that was just migrated.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '@city-mint/server/platform/database/migrate';
import { startPostgres } from '../devnet/embedded-postgres.ts';

const ROOT = join(import.meta.dirname, '..');
const OUT = 'apps/server/src/platform/database/generated/db.ts';
/** As the parsers of platform/database read them: whole numbers of any size are bigint. */
const TYPES = JSON.stringify({ int8: 'bigint', numeric: 'bigint' });

const dataDir = mkdtempSync(join(tmpdir(), 'city-mint-types-'));
const server = await startPostgres({ dataDir });
try {
  await migrate({ url: server.url });
  const codegen = join(ROOT, 'node_modules', '.bin', 'kysely-codegen');
  const args = ['--dialect', 'postgres', '--url', server.url, '--out-file', OUT, '--type-mapping', TYPES];
  const { status } = spawnSync(codegen, [...args, ...process.argv.slice(2)], { cwd: ROOT, stdio: 'inherit' });
  process.exitCode = status ?? 1;
} finally {
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
