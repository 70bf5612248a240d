import { join } from 'node:path';
import { tokenAmount } from '@city-mint/domain/money/token-amount';
import { createDatabase } from '../../apps/server/src/platform/database/database.ts';
import { buildPage } from '../../devnet/build-page.ts';
import { buildPlan, JU, openRound } from '../../tests/build/rounds.ts';
import { startTestApi } from '../../tests/setup/start-test-api.ts';
import { withPostgres } from './with-postgres.ts';

/** A build of its own: a server that is running keeps the files it began with. */
const FOLDER = join(import.meta.dirname, '..', '..', '.data', 'bench-page');

/** Builds the page and serves it by the real API over a fresh database with two open rounds; `work` gets its origin. */
export async function withPage(work: (origin: string) => Promise<void>): Promise<void> {
  const folder = buildPage((line) => console.log(line), { folder: FOLDER });
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
