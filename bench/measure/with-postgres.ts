import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogins } from '@city-mint/devnet/database-logins';
import { startPostgres } from '@city-mint/devnet/embedded-postgres';
import { migrate } from '@city-mint/server/platform/database/migrate';

/**
 * Calls `work` with the URL of a new migrated PostgreSQL with its usual settings (fsync on); deletes the data
 * afterwards.
 */
export async function withPostgres(work: (url: string) => Promise<void>): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'city-mint-bench-'));
  const postgres = await startPostgres({ dataDir });
  try {
    await migrate({ url: postgres.url });
    await createLogins(postgres.url);
    await work(postgres.url);
  } catch (error) {
    // Print before the server stops: closing connections print further errors.
    console.error(error);
    process.exitCode = 1;
  } finally {
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
