import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createLogins } from '@city-mint/devnet/database-logins';
import { startPostgres } from '@city-mint/devnet/embedded-postgres';
import { verifyLedger } from '@city-mint/server/ledger/transfers/queries';
import { createDatabase } from '@city-mint/server/platform/database/database';
import { readSchemaFiles } from '@city-mint/server/platform/database/schema-files';
import { prepareDatabase } from '@city-mint/server/processes/prepare-database';
import { buildWorld } from './build-world.ts';
import { worldSize } from './world-size.ts';

const ROOT = new URL('../../', import.meta.url);
const DATA = join(import.meta.dirname, '..', '..', '.data', 'bench-reads');

type GrownWorld = { readonly name: string; readonly grow: (url: string) => Promise<void> };

/**
 * Calls `work` with the URL of the bench's database at a scale. It is built once and reused until the schema changes;
 * `fresh` builds it again. A built world's ledger is verified: throws for any finding. With `grown` it is a separate
 * world, to which `grow` then adds rows, before its rounds are opened.
 */
export async function withWorld(
  { scale, fresh, grown }: { scale: number; fresh: boolean; grown?: GrownWorld },
  work: (url: string) => Promise<void>,
): Promise<void> {
  const dataDir = join(DATA, grown?.name ?? String(scale));
  const done = join(dataDir, 'done');
  const schema = await schemaHash();
  const isBuilt = !fresh && existsSync(done) && readFileSync(done, 'utf8') === schema;
  if (!isBuilt) rmSync(dataDir, { recursive: true, force: true });
  mkdirSync(dataDir, { recursive: true });
  const postgres = await startPostgres({ dataDir });
  try {
    if (!isBuilt) {
      await prepareDatabase({ url: postgres.url });
      await createLogins(postgres.url);
      await buildWorld(postgres.url, worldSize(scale), async () => {
        if (grown === undefined) return;
        await assertLedger(postgres.url);
        await grown.grow(postgres.url);
      });
      if (grown === undefined) await assertLedger(postgres.url);
      writeFileSync(done, schema);
    }
    await work(postgres.url);
  } finally {
    await postgres.stop();
  }
}

/** Returns a hash over all files of the schema. */
async function schemaHash(): Promise<string> {
  const files = await readSchemaFiles(new URL('apps/server/migrations/', ROOT));
  return createHash('sha256')
    .update(files.map(({ name, checksum }) => `${name} ${checksum}`).join('\n'))
    .digest('hex');
}

async function assertLedger(url: string): Promise<void> {
  const db = createDatabase({ url, maxConnections: 1, statementTimeoutMs: 3_600_000 });
  const { transfers, checks } = await verifyLedger(db);
  await db.destroy();
  const violated = checks.filter(({ violations }) => violations > 0);
  if (violated.length > 0) throw new Error(`the made ledger does not hold: ${JSON.stringify(violated, String)}`);
  console.log(`ledger: ${transfers} transfers, ${checks.length} checks, nothing found`);
}
