import { tokenAmount } from '@city-mint/domain/money/token-amount';
import { buildFunds, buildParticipants } from '@city-mint/tests/builders/participants';
import { buildPlan, JU, openRound } from '@city-mint/tests/builders/rounds';
import { tokensSql } from '@city-mint/tests/builders/sessions';
import { createTestDatabase } from '@city-mint/tests/setup/create-test-database';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { createDatabase, type Database } from '#platform/database/database.ts';
import { advanceRound } from '../lifecycle/commands.ts';
import { type Part, payPart } from './parts.ts';

const ORDERS = 2_000;
const CHUNK_SIZE = 100;
/** Maximum number of rows that a payment reads from a table for each order of its part. */
const ROWS_AN_ORDER = 4;

/** A full round; the statistics of all tables that its settlement reads are those of empty ones. */
async function openFullRound(): Promise<{ owner: Database; roundId: bigint }> {
  const database = await createTestDatabase();
  const owner = createDatabase({ url: database.url, maxConnections: 1, statementTimeoutMs: 60_000 });
  onTestFinished(async () => {
    await owner.destroy();
    await database.drop();
  });
  for (const table of ['order_settlement', 'mint_order', 'participant', 'ledger_account', 'ledger_transfer'])
    await sql`alter table ${sql.table(table)} set (autovacuum_enabled = false)`.execute(owner);
  await sql`analyze`.execute(owner);
  await buildFunds(owner, { reserve: 1_000_000n * JU, emission: 1_000_000n * JU });
  const users = await buildParticipants(owner, { count: ORDERS, available: 3n * JU });
  await sql`update participant set inviter_id = ${users[0]}, first_settled_round_id = user_id % 2
    where user_id <> ${users[0]}`.execute(owner);
  const round = await openRound(owner, buildPlan({ firstQuota: tokenAmount(BigInt(ORDERS) * 3n * JU) }));
  await sql`select join_rounds(array[${round.roundId}::bigint], array[${round.termsHash}],
      ${tokensSql(sql`array_agg(user_id order by user_id)`)},
      array_agg(${(3n * JU).toString()}::numeric), array_agg(gen_random_uuid()),
      array_agg(n::int order by user_id), array_agg(1))
    from (select user_id, row_number() over (order by user_id) as n from participant) p`.execute(owner);
  return { owner, roundId: round.roundId };
}

type Reads = { relname: string; whole: bigint; rows: bigint };

/** Pays a part in a transaction that is rolled back; returns its reads per table. */
async function readsOf(owner: Database, part: Part): Promise<Reads[]> {
  // Otherwise the reads of earlier steps would be counted, too.
  await sql`select pg_stat_force_next_flush()`.execute(owner);
  const paying = await owner.startTransaction().execute();
  await payPart(paying, part);
  const { rows } = await sql<Reads>`
    select relname, coalesce(seq_scan, 0) as whole, coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0) as rows
    from pg_stat_xact_user_tables where relname in ('order_settlement', 'ledger_account')`.execute(paying);
  await paying.rollback().execute();
  return rows;
}

test('behavior: the first part of a round reads its own orders and accounts, despite missing statistics', async () => {
  const { owner, roundId } = await openFullRound();
  for (let step = 0; step < 3; step += 1) await advanceRound(owner, { chunkSize: CHUNK_SIZE });
  const { rows: known } = await sql<{ orders: number; columns: number }>`
    select reltuples::int as orders,
      (select count(*)::int from pg_stats where tablename = 'order_settlement' and attname = 'user_id') as columns
    from pg_class where oid = 'order_settlement'::regclass`.execute(owner);
  expect(known).toEqual([{ orders: ORDERS, columns: 1 }]);
  for (const step of ['pay', 'mint'] as const) {
    const reads = await readsOf(owner, { roundId, step, chunk: 7 });
    expect(reads.map(({ relname }) => relname).toSorted()).toEqual(['ledger_account', 'order_settlement']);
    const most = BigInt(CHUNK_SIZE * ROWS_AN_ORDER);
    expect(reads.filter(({ whole, rows }) => whole > 0n || rows > most)).toEqual([]);
  }
});

test('broken twin: with plans for a scan of the accounts each part reads all of them', async () => {
  const { owner, roundId } = await openFullRound();
  for (let step = 0; step < 3; step += 1) await advanceRound(owner, { chunkSize: CHUNK_SIZE });
  for (const name of ['ledger_credit_many', 'ledger_credit_each']) {
    await sql`alter function ${sql.raw(name)} set enable_seqscan = on`.execute(owner);
    await sql`alter function ${sql.raw(name)} set enable_indexscan = off`.execute(owner);
    await sql`alter function ${sql.raw(name)} set enable_bitmapscan = off`.execute(owner);
  }
  const [accounts] = (await readsOf(owner, { roundId, step: 'mint', chunk: 7 })).filter(
    ({ relname }) => relname === 'ledger_account',
  );
  expect(accounts?.rows).toBeGreaterThan(BigInt(ORDERS));
});
