import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '@city-mint/devnet/embedded-postgres';
import { migrate } from '@city-mint/server/platform/database/migrate';

/** Runs `work` on a fresh migrated PostgreSQL of its own, with its shipped settings (fsync on), and throws its data away afterwards. */
export async function withPostgres(work: (url: string) => Promise<void>): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'city-mint-bench-'));
  const postgres = await startPostgres({ dataDir });
  try {
    await migrate({ url: postgres.url });
    await work(postgres.url);
  } catch (error) {
    // Said before the server stops: connections that it ends would speak first otherwise.
    console.error(error);
    process.exitCode = 1;
  } finally {
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
