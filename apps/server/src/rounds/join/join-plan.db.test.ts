import { tokenAmount } from '@city-mint/domain/money/token-amount';
import { buildParticipants } from '@city-mint/tests/builders/participants';
import { buildPlan, JU, openRound } from '@city-mint/tests/builders/rounds';
import { tokenOf } from '@city-mint/tests/builders/sessions';
import { asRole } from '@city-mint/tests/setup/as-role';
import { createTestDatabase } from '@city-mint/tests/setup/create-test-database';
import { sql } from 'kysely';
import type pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { createPool, databaseOver } from '#platform/database/database.ts';

const TABLES = ['mint_order', 'request_refusal', 'withdrawal', 'ledger_account', 'session'];
const BATCH = 50;
/** Maximum number of rows that a join reads from a table: its own, or none. */
const ROWS_A_JOIN = 4;

type Reads = { relname: string; seq_scan: bigint; rows: bigint };

/** Joins with a batch in a transaction that is rolled back; returns its reads per table. */
async function readsOf(client: pg.PoolClient, join: () => Promise<unknown>): Promise<Reads[]> {
  // Otherwise the reads of earlier calls would be counted, too.
  await client.query('select pg_stat_force_next_flush()');
  await client.query('begin');
  await join();
  const { rows } = await client.query<Reads>(
    `select relname, seq_scan, coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0) + (
        -- Entries of indexes, also those that a bitmap combines before any row is fetched.
        select sum(pg_stat_get_xact_tuples_returned(indexrelid)) from pg_index where indrelid = relid) as rows
    from pg_stat_xact_user_tables where relname = any ($1)`,
    [TABLES],
  );
  await client.query('rollback');
  return rows;
}

const JOIN = `select order_ids from join_rounds(array[$1::bigint], array[$2::text], $3::bytea[], $4, $5, $6,
  array_fill(1, array[cardinality($6::int[])]))`;

test('behavior: plans of joins made while tables are empty, or have no statistics, read no more rows', async () => {
  const database = await createTestDatabase();
  const owner = databaseOver(createPool({ url: database.url }));
  const pool = createPool({ ...asRole(database.url, 'city_mint_api'), maxConnections: 2 });
  onTestFinished(async () => {
    await pool.end();
    await owner.destroy();
    await database.drop();
  });
  // New statistics would invalidate the cached plans.
  for (const table of TABLES)
    await sql`alter table ${sql.table(table)} set (autovacuum_enabled = false)`.execute(owner);
  const round = await openRound(owner, buildPlan({ firstQuota: tokenAmount(1_000_000n * JU) }));
  const users = await buildParticipants(owner, { count: BATCH, available: 1_000n * JU });
  const client = await pool.connect();
  onTestFinished(() => client.release());
  const sorted = users.toSorted((a, b) => (a < b ? -1 : 1));
  const join = (connection = client) =>
    connection.query(JOIN, [
      round.roundId,
      round.termsHash,
      sorted.map((user) => tokenOf(user).reveal()),
      sorted.map(() => 10n * JU),
      sorted.map(() => crypto.randomUUID()),
      sorted.map((_, index) => index + 1),
    ]);
  // Plans are cached from the sixth call on.
  for (let call = 0; call < 8; call += 1) await join();

  await buildParticipants(owner, { count: 20_000, available: 1n });
  await sql`insert into mint_order (round_id, user_id, rank, asked, accepted, request_id, joined_at, late)
    select ${round.roundId}, 1000000 + n, 1000000 + n, 1, 1, gen_random_uuid(), now(), false
    from generate_series(1, 20000) n`.execute(owner);
  // A connection that plans only now: the tables have grown, but have no statistics yet.
  const newcomer = await pool.connect();
  onTestFinished(() => newcomer.release());
  for (const connection of [client, newcomer]) {
    const reads = await readsOf(connection, async () => {
      const { rows } = await join(connection);
      expect(rows[0].order_ids).toHaveLength(BATCH);
    });
    expect(reads.map(({ relname }) => relname)).toEqual(
      expect.arrayContaining(['mint_order', 'ledger_account', 'session']),
    );
    // A wallet's sum over the round reads its own orders of the round.
    const most = BATCH * 9 * ROWS_A_JOIN;
    expect(reads.filter(({ seq_scan, rows }) => Number(seq_scan) > 0 || Number(rows) > most)).toEqual([]);
  }
});
