import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { followJournal } from '@city-mint/server/audit/commands/follow-journal';
import { readAuditState } from '@city-mint/server/audit/queries/audit-state';
import { sealJournal } from '@city-mint/server/ledger/journal/commands';
import { createDatabase, type Database } from '@city-mint/server/platform/database/database';
import { runRounds } from '@city-mint/server/rounds/jobs';
import {
  forgetBooks,
  sealEverything,
  showBuiltBalances,
  showEventsToAuditor,
} from '@city-mint/tests/builders/audited-chain';
import { KNOWN_OPERATORS } from '@city-mint/tests/builders/signed-decisions';
import { signPlans } from '@city-mint/tests/builders/signed-settings';
import { sql } from 'kysely';
import { fillRound } from './measure/full-round.ts';
import { report } from './measure/report.ts';
import { roundTo, secondsSince } from './measure/statistics.ts';
import { watchBackend } from './measure/watch-backend.ts';
import { withPostgres } from './measure/with-postgres.ts';

/**
 * How fast the auditor catches up with the deposits, joins and settlement of a minted round of `--orders` orders
 * (1,000,000), from an empty schema: each transfer recomputed from its source and added to its balances. Before that,
 * how far it is behind while the round settles, sealed and followed every second as in production.
 */
const TARGET = 20_000;
const POLL_MS = 1_000;
const { values } = parseArgs({ options: { orders: { type: 'string', default: '1000000' } } });
const orders = Number(values.orders);

await withPostgres(async (url) => {
  const owner = createDatabase({ url, statementTimeoutMs: 600_000, maxConnections: 4 });
  const auditor = createDatabase({ url, role: 'city_mint_auditor', maxConnections: 1, statementTimeoutMs: 600_000 });
  await fillRound(owner, orders);
  await settleEarlierRound(owner);
  await showBuiltBalances(owner);
  await signPlans(owner);
  await showEventsToAuditor(owner);
  await sealEverything(owner);
  await sql`vacuum analyze`.execute(owner);
  await catchUp(auditor);
  const whileSettling = await settleAndFollow(owner, auditor);
  await forgetBooks(owner);
  await sql`vacuum analyze`.execute(owner);
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(auditor);
  const backend = watchBackend(rows[0]?.pid ?? 0);
  const from = performance.now();
  const transfers = await catchUp(auditor);
  const seconds = secondsSince(from);
  const { cpuSeconds, peakMib } = backend.stop();
  await Promise.all([owner.destroy(), auditor.destroy()]);
  const rate = Math.round(transfers / seconds);
  report({
    bench: 'audit',
    value: rate,
    unit: 'transfers/s followed',
    limit: TARGET,
    limitOf: 'transfers/s that catching up must reach',
    ratio: roundTo(rate / TARGET, 2),
    target: 'ratio >= 1',
    met: rate >= TARGET,
    details: {
      transfers,
      seconds: roundTo(seconds, 1),
      backendCpuSeconds: cpuSeconds,
      backendPeakMib: peakMib,
      processRssMib: Math.round(process.memoryUsage().rss / 2 ** 20),
      whileSettling,
    },
  });
});

/** The round in which half of the users became qualified inviters. */
async function settleEarlierRound(owner: Database): Promise<void> {
  await owner.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    await sql`insert into round_settlement (round_id, outcome, settled_at, order_count, amount, reserve_balance,
        reserve_cap, emission_remaining, totals, file_due_at)
      values (0, 'failed', now() - interval '1 day', 0, 0, 0, 0, 0, '{}', null)`.execute(tx);
    await sql`insert into round_transition (round_id, state, at)
      values (0, 'ended', now() - interval '1 day')`.execute(tx);
  });
}

/** Follows everything that is sealed; returns how many transfers. */
async function catchUp(auditor: Database): Promise<number> {
  let transfers = 0;
  for (;;) {
    const followed = await followJournal(auditor, { operators: KNOWN_OPERATORS });
    if (followed.result === 'complete') return transfers;
    if (followed.result !== 'followed') throw new Error(JSON.stringify(followed).slice(0, 1_000));
    transfers += Number(followed.transfers);
  }
}

/** Settles the round while the journal is sealed and followed; returns the longest delay and when it was over. */
async function settleAndFollow(owner: Database, auditor: Database) {
  let isSettled = false;
  let mostBehind = 0;
  const from = performance.now();
  const following = (async () => {
    while (!isSettled) {
      await sealJournal(owner);
      mostBehind = Math.max(mostBehind, (await readAuditState(owner)).behindSeconds);
      await catchUp(auditor);
      await sleep(POLL_MS);
    }
  })();
  const settling = runRounds(owner).then(() => {
    isSettled = true;
    return secondsSince(from);
  });
  const [settledSeconds] = await Promise.all([settling, following]);
  await sealEverything(owner);
  await catchUp(auditor);
  const seconds = roundTo(secondsSince(from), 1);
  return {
    settledAfterSeconds: roundTo(settledSeconds, 1),
    followedAfterSeconds: seconds,
    mostBehindSeconds: roundTo(mostBehind, 1),
  };
}
