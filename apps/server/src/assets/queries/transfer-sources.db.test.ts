import { HOUR_MS } from '@city-mint/domain/time/durations';
import { buildParticipants } from '@city-mint/tests/builders/participants';
import { databaseOfMany } from '@city-mint/tests/setup/database-of-many';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { assetSources } from './transfer-sources.ts';

let userId: bigint;

/** Withdrawals of another user, paid a day ago. */
const OF_ANOTHER = 2_000;
let other: bigint;

/** Withdrawals in every state, requested between ten hours and one hour ago. */
const made = databaseOfMany(['withdrawal'], async (db) => {
  [userId = 0n, other = 0n] = await buildParticipants(db, { count: 2, available: 0n });
  await sql`insert into withdrawal (user_id, request_id, body_hash, voucher_id, account, recipient, currency, amount,
      state, requested_at, completed_at, booked_at, returned_at, is_payout)
    select ${userId}::bigint, gen_random_uuid(), '\\x00', '0x' || lpad(n::text, 64, '0'), '0x1', '0x1', 0, 1, state,
      now() - interval '1 hour' * hours, case when state = 'completed' then now() - interval '1 hour' * hours end,
      now() - interval '1 hour' * booked, now() - interval '1 hour' * returned, is_payout
    from (values (1, 'completed', 10, 9, null, false), (2, 'returned', 10, null, 9, false),
      (3, 'returned', 10, null, 2, false), (4, 'signed', 10, null, null, false), (5, 'completed', 1, 1, null, false),
      (6, 'completed', 1, 1, null, true), (7, 'completed', 10, 2, null, false))
      w (n, state, hours, booked, returned, is_payout)`.execute(db);
  await sql`insert into withdrawal (user_id, request_id, body_hash, voucher_id, account, recipient, currency, amount,
      state, requested_at, completed_at, booked_at)
    select ${other}::bigint, gen_random_uuid(), '\\x00', '0x1' || lpad(to_hex(n), 63, '0'), '0x1', '0x1', 0, 1,
      'completed', at, at, at
    from generate_series(1, ${OF_ANOTHER}::int) n,
      lateral (select now() - interval '1 day' - interval '1 hour' * n) t (at)`.execute(db);
});

test('default: looks up only those transfers of a withdrawal that can have been posted since then', async () => {
  const since = new Date(Date.now() - 5 * HOUR_MS);
  const { rows } = await sql<{ id: bigint; kinds: string[] }>`
    select s.source_id as id, array_agg(k.name order by k.code) as kinds
    from (${assetSources({ userId, since, isNamed: true })}) s join ledger_transfer_kinds k on k.code = s.kind
    group by 1 order by 1`.execute(made.db);
  const first = (rows[0]?.id ?? 0n) - 3n;
  expect(rows.map(({ id, kinds }) => [Number(id - first), kinds])).toEqual([
    [3, ['withdrawal-returned']],
    [5, ['withdrawal-request', 'withdrawal-done']],
    [6, ['withdrawal-request', 'withdrawal-done', 'operator-payout']],
    // The chain paid it before.
    [7, ['withdrawal-done']],
  ]);
});

test('behavior: of very many withdrawals reads only those with a transfer since then', async () => {
  const kinds = async (hours: number) => {
    let found: number[] = [];
    const rows = await made.rowsOf(async (reader) => {
      const since = new Date(Date.now() - hours * HOUR_MS);
      const sources = assetSources({ userId: other, since, isNamed: true });
      const { rows } = await sql<{ kind: number }>`select kind from (${sources}) s`.execute(reader);
      found = rows.map(({ kind }) => kind);
    });
    return { found: found.length, rows };
  };
  expect(await kinds(24)).toEqual({ found: 0, rows: 0 });
  const { found, rows } = await kinds(24 + 10.5);
  expect(found).toBe(2 * 10);
  expect(rows).toBeLessThanOrEqual(2 * 10);
});
