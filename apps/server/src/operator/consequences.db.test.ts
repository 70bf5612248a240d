import type { OperatorActionName, OperatorClient } from '@city-mint/api-contract/operator-client/operator-client';
import { HOUR_MS } from '@city-mint/domain/time/durations';
import { operatorPublication } from '@city-mint/tests/builders/operator-plan';
import { buildFunds, buildParticipants } from '@city-mint/tests/builders/participants';
import { buildPlan, JU, openRound } from '@city-mint/tests/builders/rounds';
import { buildWithdrawal } from '@city-mint/tests/builders/withdrawals';
import { createTestDatabase, type TestDatabase } from '@city-mint/tests/setup/create-test-database';
import { startTestApi, type TestApi } from '@city-mint/tests/setup/start-test-api';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDatabase, type Database } from '#platform/database/database.ts';
import { SWAP_SOURCE } from '#swap/pool-event.ts';
import { recordPoolChanges } from '#swap/prices/commands.ts';

const reason = 'because it is tested';

/** A preview says what an action will cause, with figures of the moment. */
describe('consequences of operator actions', () => {
  let database: TestDatabase;
  let api: TestApi;
  let owner: Database;
  let one: OperatorClient;
  let two: OperatorClient;
  let round: string;
  let users: bigint[];

  beforeAll(async () => {
    database = await createTestDatabase();
    owner = createDatabase({ url: database.url, maxConnections: 2 });
    api = await startTestApi({ databaseUrl: database.url });
    [one, two] = await api.operators();
    await buildFunds(owner, { reserve: 100n * JU, emission: 10_000n * JU });
    users = await buildParticipants(owner, { count: 3, available: 10n * JU });
    const first = await openRound(owner, buildPlan({ city: 'Lima' }));
    const second = await openRound(owner, buildPlan({ city: 'Oslo' }));
    // Two of three users are in both rounds, so 5 orders are of 3 wallets.
    await addOrders(first.roundId, users.slice(0, 2));
    await addOrders(second.roundId, users);
    round = second.roundId.toString();
  });
  afterAll(async () => {
    await api.stop();
    await owner.destroy();
    await database.drop();
  });

  async function addOrders(roundId: bigint, of: readonly bigint[]): Promise<void> {
    await sql`insert into mint_order (round_id, user_id, rank, asked, accepted, request_id, joined_at, late)
      select ${roundId}, u.id, u.rank, 2 * 10::numeric ^ 18, 2 * 10::numeric ^ 18, gen_random_uuid(), now(), false
      from unnest(${of}::bigint[]) with ordinality u (id, rank)`.execute(owner);
    await sql`update round set order_count = ${of.length}, filled = ${of.length} * 2 * 10::numeric ^ 18
      where id = ${roundId}`.execute(owner);
  }

  /** Makes the pool's price of one FMC this for two hours. */
  async function setHourPrice(ju: bigint): Promise<void> {
    const at = Date.UTC(2026, 5, 1);
    await sql`delete from pool_price`.execute(owner);
    await sql`insert into chain_cursor (source, chain_id, genesis_hash, block_number, block_hash, block_at)
      values (${SWAP_SOURCE}, 1, '0x00', ${at}, '0x01', ${new Date(at)}) on conflict do nothing`.execute(owner);
    const since = at - 2 * HOUR_MS;
    const block = { blockNumber: BigInt(since), blockHash: '0x01', blockAt: new Date(since) } as const;
    await recordPoolChanges(owner, [{ ju, fmc: JU, changes: 1, ...block }]);
  }

  async function consequenceOf(action: OperatorActionName, fields: object, by = one) {
    const answer = await by.call('POST /api/ops/preview', { action, fields: { ...fields } });
    if (!answer.ok) throw new Error(answer.error);
    return answer.data.consequence;
  }

  test('default: a pause counts open rounds and their wallets, each wallet once', async () => {
    const joins = { part: 'joins', rounds: '2', wallets: '3', withdrawals: '0' };
    expect(await consequenceOf('pause', { part: 'joins' })).toEqual(joins);
    const none = { rounds: '0', wallets: '0', withdrawals: '0' };
    expect(await consequenceOf('pause', { part: 'settlement' })).toEqual({ part: 'settlement', ...none });
    await one.act('pause', { part: 'joins', reason });
    const resumed = await consequenceOf('unpause', { part: 'joins' });
    expect(resumed).toEqual({ ...joins, since: expect.stringMatching(/^\d{13}$/) });
    const proposed = await one.act('unpause', { part: 'joins', reason });
    await two.confirm((proposed.ok && proposed.data.proposalId) || '', reason);
  });

  test('default: a round counts its orders, wallets and the amount in escrow', async () => {
    const figures = { orders: '3', wallets: '3', held: '6 JU' };
    expect(await consequenceOf('rounds/suspend', { roundId: round })).toEqual(figures);
    expect(await consequenceOf('rounds/cancel', { roundId: round })).toEqual(figures);
  });

  test('default: withdrawals that wait are counted without the decided one, and those of a pause all', async () => {
    const of = { userId: users[0] ?? 0n, account: one.address, amount: 2n * JU };
    const withdrawalId = await buildWithdrawal(owner, { ...of, state: 'requested' });
    await buildWithdrawal(owner, { ...of, amount: JU, state: 'requested' });
    const approved = await buildWithdrawal(owner, { ...of, state: 'approved' });
    expect(await consequenceOf('withdrawals/reject', { withdrawalId })).toEqual({ amount: '2 JU', withdrawals: '1' });
    const cancelled = await consequenceOf('withdrawals/cancel', { withdrawalId: approved });
    expect(cancelled).toEqual({ amount: '2 JU', state: 'approved' });
    const paused = await consequenceOf('pause', { part: 'withdrawals' });
    expect(paused).toEqual({ part: 'withdrawals', rounds: '0', wallets: '0', withdrawals: '3' });
    const limits = { currency: 'JU', perWithdrawal: '1', perUserDay: '2', perDay: '3', approvalAbove: null };
    expect(await consequenceOf('limits/set', limits)).toEqual({ withdrawn: '5 JU', withdrawals: '2' });
  });

  test('default: the reserve states its balance, and the excess over a new cap', async () => {
    expect(await consequenceOf('reserve/cap', { cap: '60' })).toEqual({ balance: '100 JU', excess: '40 JU' });
  });

  test('default: a plan says where its FMC costs less than the pool’s, by the fee of its first round', async () => {
    // 10 JU of fees for 40 FMC.
    const plan = { ...operatorPublication('Lima'), phase: 9, mintAmount: '40' };
    const figures = { rounds: String(plan.rounds), opensAt: String(plan.firstOpensAt), cost: '0.25 JU' };
    expect(await consequenceOf('plans/publish', plan)).toEqual({ ...figures, bargain: 'unknown', price: '0 JU' });
    await setHourPrice(JU / 4n + 1n);
    const cheap = { ...figures, bargain: 'yes', price: '0.250000000000000001 JU' };
    expect(await consequenceOf('plans/publish', plan)).toEqual(cheap);
    await setHourPrice(JU / 4n);
    expect(await consequenceOf('plans/publish', plan)).toEqual({ ...figures, bargain: 'no', price: '0.25 JU' });
  });

  test('behavior: an action without figures has none, a refused one no consequence', async () => {
    expect(await consequenceOf('regions/set', { region: 'FR', joiningAllowed: false, referralAllowed: false })).toEqual(
      {},
    );
    const refused = await one.call('POST /api/ops/preview', { action: 'rounds/cancel', fields: { roundId: '999' } });
    expect(refused).toMatchObject({ ok: false, error: 'not-found' });
  });
});
