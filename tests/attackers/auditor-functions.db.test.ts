// @module-tag soak-5
import type { TransferKind } from '@city-mint/domain/ledger/transfer-kinds';
import { followJournal } from '@city-mint/server/audit/commands/follow-journal';
import { createDatabase, createPool, databaseOver } from '@city-mint/server/platform/database/database';
import { expect, onTestFinished, test } from 'vitest';
import { sealEverything, showEventsToAuditor } from '../builders/audited-chain.ts';
import { buildEveryKind } from '../builders/every-kind.ts';
import { KNOWN_OPERATORS } from '../builders/signed-decisions.ts';
import { asRole } from '../setup/as-role.ts';
import { breakFunction } from '../setup/break-function.ts';
import { createTestDatabase } from '../setup/create-test-database.ts';

/*
 * A mistake in a function that posts, which every other check of the ledger accepts: sums, seals and keys agree.
 */

/** A function, what is wrong in it, and the kind of the first transfer that is wrong. */
const MISTAKES: readonly (readonly [string, string, string, TransferKind])[] = [
  ['book_deposits', `'amount')::numeric, e.block_number`, `'amount')::numeric + 1, e.block_number`, 'deposit'],
  ['book_fundings', 'f.amount, f.seq', 'f.amount + 1, f.seq', 'funding'],
  ['write_payments', 'array_agg(w.amount)', 'array_agg(w.amount - 1)', 'withdrawal-done'],
  ['withdrawal_return', '.amount, (p_withdrawal).id', '.amount - 1, (p_withdrawal).id', 'withdrawal-returned'],
  ['fund_reserve', 'p_amount, funding_id', 'p_amount + 1, funding_id', 'reserve-funding'],
  ['settlement_compute_minted', 'div(fees.fee * referral_bps', 'div(fees.fee * 2 * referral_bps', 'reward'],
  ['settlement_compute_minted', 'reserve_in + least(0', 'reserve_in - 5 + least(0', 'split'],
  ['settlement_compute_failed', 'order by late, rank desc', 'order by rank', 'compensation'],
  ['settlement_compute_failed', 'funds.cap - (', 'funds.cap + 7 - (', 'loss'],
  ['begin_mining_day', 'div(least(', 'div(2 * least(', 'hash-rate-output'],
  ['release_pool_day', 'div(t.balance * t.bps', 'div(3 * t.balance * t.bps', 'node-output'],
];

/** Posts everything with this mistake, and returns the kinds that the auditor does not believe. */
async function kindsUnbelieved(mistake?: readonly [string, string, string]): Promise<(string | null)[]> {
  const database = await createTestDatabase();
  const pool = createPool({ url: database.url, maxConnections: 4 });
  const owner = databaseOver(pool);
  const auditor = createDatabase({ ...asRole(database.url, 'city_mint_auditor'), maxConnections: 1 });
  onTestFinished(async () => {
    await Promise.all([owner.destroy(), auditor.destroy()]);
    await database.drop();
  });
  if (mistake !== undefined) await breakFunction(owner, mistake[0], [mistake[1], mistake[2]]);
  await buildEveryKind({ db: owner, pool });
  await showEventsToAuditor(owner);
  await sealEverything(owner);
  const followed = await followJournal(auditor, { operators: KNOWN_OPERATORS });
  return followed.result === 'stopped' ? [...new Set(followed.findings.map(({ kind }) => kind))] : [];
}

test.each(MISTAKES)('behavior: a mistake in %s (%s → %s) is found in a transfer of the kind %s', async (...mistake) => {
  const [name, from, to, kind] = mistake;
  expect(await kindsUnbelieved([name, from, to])).toContain(kind);
});

test('broken twin: without a mistake nothing is found', async () => {
  expect(await kindsUnbelieved()).toEqual([]);
});
