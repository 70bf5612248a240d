import { countRowsRead } from '@city-mint/tests/setup/count-rows-read';
import { createTestDatabase } from '@city-mint/tests/setup/create-test-database';
import { expect, onTestFinished, test } from 'vitest';
import { createSharedAnswers } from '#platform/shared-answers.ts';
import { proofRoutes } from './routes.ts';

test("default: concurrent callers share one reading of the operator's earnings", async () => {
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  const call = { requestId: '', lang: 'en', ip: '', region: null, origin: null, participant: null } as const;
  const rowsReadBy = (callers: number) =>
    countRowsRead({ url: database.url, tables: ['ledger_account'] }, async (db) => {
      const { share } = createSharedAnswers({ maximumAgeMs: 60_000 });
      const prove = proofRoutes({ db, share: (key, read) => share(key, () => read(db)) })[
        'GET /api/app/proof/operator'
      ];
      await Promise.all(Array.from({ length: callers }, () => prove({}, call)));
    });
  const once = await rowsReadBy(1);
  expect(once).toBeGreaterThan(0);
  expect(await rowsReadBy(5)).toBe(once);
});
