import { join } from 'node:path';
import { buildPage } from '@city-mint/devnet/build-page';
import { tokenAmount } from '@city-mint/domain/money/token-amount';
import { createDatabase } from '@city-mint/server/platform/database/database';
import { buildPlan, JU, openRound } from '@city-mint/tests/builders/rounds';
import { startTestApi } from '@city-mint/tests/setup/start-test-api';
import { withPostgres } from './with-postgres.ts';

/** A folder of its own, since a running server goes on with the files of its start. */
const BUILD_FOLDER = join(import.meta.dirname, '..', '..', '.data', 'bench-page');

/** Builds the page, serves it by the API over a new database with two open rounds, and calls `work` with its origin. */
export async function withPage(work: (origin: string) => Promise<void>): Promise<void> {
  const folder = buildPage((line) => console.log(line), { folder: BUILD_FOLDER });
  await withPostgres(async (databaseUrl) => {
    const owner = createDatabase({ url: databaseUrl });
    for (const city of ['London', 'Singapore']) {
      await openRound(owner, buildPlan({ city, firstQuota: tokenAmount(1_000n * JU) }));
    }
    await owner.destroy();
    const api = await startTestApi({ databaseUrl, env: { WEB_DIST: folder } });
    try {
      await work(api.url);
    } finally {
      await api.stop();
    }
  });
}
