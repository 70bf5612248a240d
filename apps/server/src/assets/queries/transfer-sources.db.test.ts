import { buildParticipants } from '@city-mint/tests/builders/participants';
import { databaseOfMany } from '@city-mint/tests/setup/database-of-many';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { assetSources } from './transfer-sources.ts';

const HOUR_MS = 3_600_000;
let userId: bigint;

/** Withdrawals, the first of ten hours ago and the last of one hour ago, by what became of them. */
const made = databaseOfMany([], async (db) => {
  [userId = 0n] = await buildParticipants(db, { count: 1, available: 0n });
  await sql`insert into withdrawal (user_id, request_id, body_hash, voucher_id, account, recipient, currency, amount,
      state, requested_at, completed_at, returned_at, is_payout)
    select ${userId}::bigint, gen_random_uuid(), '\\x00', '0x' || lpad(n::text, 64, '0'), '0x1', '0x1', 0, 1, state,
      now() - interval '1 hour' * hours, case when state = 'completed' then now() - interval '1 hour' * hours end,
      now() - interval '1 hour' * returned, is_payout
    from (values (1, 'completed', 10, null, false), (2, 'returned', 10, 9, false), (3, 'returned', 10, 2, false),
      (4, 'signed', 10, null, false), (5, 'completed', 1, null, false), (6, 'completed', 1, null, true))
      w (n, state, hours, returned, is_payout)`.execute(db);
});

test('default: of a withdrawal only those transfers are looked up that it can have had since then', async () => {
  const since = new Date(Date.now() - 5 * HOUR_MS);
  const { rows } = await sql<{ id: bigint; kinds: string[] }>`
    select s.source_id as id, array_agg(k.name order by k.code) as kinds
    from (${assetSources({ userId, since })}) s join ledger_transfer_kinds k on k.code = s.kind
    group by 1 order by 1`.execute(made.db);
  const first = (rows[0]?.id ?? 0n) - 1n;
  expect(rows.map(({ id, kinds }) => [Number(id - first), kinds])).toEqual([
    // When it was applied to the ledger is not known: it ended by the chain's clock.
    [1, ['withdrawal-done']],
    [3, ['withdrawal-returned']],
    [5, ['withdrawal-request', 'withdrawal-done']],
    [6, ['withdrawal-request', 'withdrawal-done', 'operator-payout']],
  ]);
});
