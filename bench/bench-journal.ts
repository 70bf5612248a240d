import { hash } from 'node:crypto';
import { sealJournal } from '@city-mint/server/ledger/journal/commands';
import { verifyJournal } from '@city-mint/server/ledger/journal/queries';
import { verifyLedger } from '@city-mint/server/ledger/transfers/queries';
import { createPool, databaseOver } from '@city-mint/server/platform/database/database';
import { buildParticipants } from '@city-mint/tests/builders/participants';
import { report } from './measure/report.ts';
import { roundTo } from './measure/statistics.ts';
import { withPostgres } from './measure/with-postgres.ts';

/** Verifying the journal of 300,000 transfers, and the whole ledger, against hashing as many lines in the same run. */
const TRANSFERS = 300_000;
const LINE = [
  '123456|0|256000001|1000000000000000000000|1|0|-123456|-123456000000000000000000',
  '1000000000000000000000|1790000000000000',
].join('|');
const TARGET = 100_000;

await withPostgres(async (url) => {
  const db = databaseOver(createPool({ url, statementTimeoutMs: 600_000, maxConnections: 2 }));
  for (let made = 0; made < TRANSFERS; made += 10_000)
    await buildParticipants(db, { count: 10_000, available: 1_000n * 10n ** 18n });
  const bare = rateOf(() => {
    for (let line = 0; line < TRANSFERS; line += 1) hash('sha256', LINE, 'buffer');
  });
  await sealJournal(db);
  const sealing = await rateOfAsync(() => sealJournal(db));
  const verifying = await rateOfAsync(async () => {
    const { transfers, fault } = await verifyJournal(db);
    if (transfers !== TRANSFERS || fault !== null) throw new Error(`verified ${transfers}, ${fault?.what}`);
  });
  const checking = await rateOfAsync(() => verifyLedger(db));
  await db.destroy();
  report({
    bench: 'journal',
    value: verifying,
    unit: 'transfers/s verified',
    limit: bare,
    limitOf: 'SHA-256 of as many lines, nothing else',
    ratio: roundTo(verifying / bare, 2),
    target: `>= ${TARGET} transfers/s`,
    met: verifying >= TARGET,
    details: { transfers: TRANSFERS, sealedPerSecond: sealing, ledgerCheckedPerSecond: checking },
  });
});

function rateOf(work: () => void): number {
  const from = performance.now();
  work();
  return Math.round((TRANSFERS * 1_000) / (performance.now() - from));
}

async function rateOfAsync(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now();
  await work();
  return Math.round((TRANSFERS * 1_000) / (performance.now() - from));
}
