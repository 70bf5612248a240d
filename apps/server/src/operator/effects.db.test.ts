import type { OperatorClient } from '@city-mint/api-contract/operator-client/operator-client';
import { buildFunds, buildParticipants } from '@city-mint/tests/builders/participants';
import { buildPlan, closeWindow, JU, openRound } from '@city-mint/tests/builders/rounds';
import { tokenOf } from '@city-mint/tests/builders/sessions';
import { buildWithdrawal } from '@city-mint/tests/builders/withdrawals';
import { asRole } from '@city-mint/tests/setup/as-role';
import { createTestDatabase, type TestDatabase } from '@city-mint/tests/setup/create-test-database';
import { startTestApi, type TestApi } from '@city-mint/tests/setup/start-test-api';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { requestSignature } from '#assets/withdrawals/commands/sign-due-withdrawal.ts';
import { lockDueWithdrawal } from '#assets/withdrawals/store/withdrawals.ts';
import { createDatabase, type Database } from '#platform/database/database.ts';
import { inTransaction } from '#platform/database/transaction.ts';
import { runRounds } from '#rounds/jobs.ts';

const reason = 'because it is tested';

/** Effects of operator actions beyond the changed rows. */
describe('effects of operator actions', () => {
  let database: TestDatabase;
  let api: TestApi;
  let owner: Database;
  let worker: Database;
  let one: OperatorClient;
  let two: OperatorClient;

  beforeAll(async () => {
    database = await createTestDatabase();
    owner = createDatabase({ url: database.url, maxConnections: 2 });
    worker = createDatabase({ ...asRole(database.url, 'city_mint_worker'), maxConnections: 2 });
    api = await startTestApi({ databaseUrl: database.url });
    [one, two] = await api.operators();
    await buildFunds(owner, { reserve: 100n * JU, emission: 10_000n * JU });
  });
  afterAll(async () => {
    await api.stop();
    await Promise.all([owner.destroy(), worker.destroy()]);
    await database.drop();
  });

  type Proposed = { ok: true; data: { proposalId: string | null } } | { ok: false; error: string };

  async function confirmed(proposed: Proposed): Promise<void> {
    if (!proposed.ok || proposed.data.proposalId === null) throw new Error('no proposal');
    const { proposalId } = proposed.data;
    expect(await two.confirm(proposalId, reason)).toMatchObject({ ok: true });
  }

  test('default: a suspended round takes no step while others do; when resumed, it ends', async () => {
    const suspended = await openRound(owner, buildPlan({ city: 'Lima' }));
    const other = await openRound(owner, buildPlan({ city: 'Oslo' }));
    for (const { roundId } of [suspended, other]) await closeWindow(owner, roundId);
    const roundId = suspended.roundId.toString();
    await one.act('rounds/suspend', { roundId, reason });
    await runRounds(worker);
    // The twin is the other round, which is not suspended.
    const stateOf = async (id: bigint) =>
      (await owner.selectFrom('round').select('state').where('id', '=', id).executeTakeFirstOrThrow()).state;
    expect([await stateOf(suspended.roundId), await stateOf(other.roundId)]).toEqual(['open', 'ended']);
    const detail = await one.call('POST /api/ops/rounds/detail', { roundId });
    expect(detail.ok && detail.data.suspendedSince).toBeGreaterThan(0);
    await confirmed(await one.act('rounds/resume', { roundId, reason }));
    // One operator may not hold the same round up again.
    expect(await one.act('rounds/suspend', { roundId, reason })).toMatchObject({ data: { state: 'proposed' } });
    await runRounds(worker);
    expect(await stateOf(suspended.roundId)).toBe('ended');
  });

  test('default: a cancelled withdrawal is not signed again; without a voucher it is returned', async () => {
    const [userId = 0n] = await buildParticipants(owner, { count: 1, available: 10n * JU });
    const account = one.address;
    const signed = await buildWithdrawal(owner, { userId, account, amount: 2n * JU, state: 'signed' });
    const approved = await buildWithdrawal(owner, { userId, account, amount: 3n * JU, state: 'approved' });
    const due = () => inTransaction(worker, async (tx) => (await lockDueWithdrawal(tx))?.id.toString());
    const open = await one.call('POST /api/ops/withdrawals/open', { limit: 1 });
    expect(open).toMatchObject({
      data: { items: [{ withdrawalId: signed, state: 'signed', amount: '2', cancelAskedAt: null }] },
    });
    if (!open.ok) throw new Error(open.error);
    expect(open.data.items[0]?.deadline).toBeGreaterThan(Date.now());
    const next = await one.call('POST /api/ops/withdrawals/open', { cursor: open.data.nextCursor });
    expect(next).toMatchObject({ data: { items: [{ withdrawalId: approved, deadline: null }], nextCursor: null } });

    // Twin: before the cancellation its user gets it signed again.
    expect(await due()).toBe(approved);
    await requestSignature(owner, { token: tokenOf(userId), withdrawalId: BigInt(signed) });
    await one.act('withdrawals/cancel', { withdrawalId: approved, reason });
    expect(await due()).toBe(signed);
    // The second cancellation for the same user requires two operators.
    await confirmed(await one.act('withdrawals/cancel', { withdrawalId: signed, reason }));
    expect(await due()).toBeUndefined();
    await owner.updateTable('withdrawal').set({ due_at: null }).where('id', '=', BigInt(signed)).execute();
    await requestSignature(owner, { token: tokenOf(userId), withdrawalId: BigInt(signed) });
    expect(await due()).toBeUndefined();
    const { rows } = await sql<{ balance: bigint }>`select balance from ledger_account
      where id in (account_available(${userId}, currency_ju()), account_withdrawing(${userId}, currency_ju()))
        order by id`.execute(owner);
    expect(rows.map(({ balance }) => balance)).toEqual([8n * JU, 2n * JU]);
  });

  test('default: member status, settings and the reserve are read as set', async () => {
    const [userId = 0n] = await buildParticipants(owner, { count: 1, available: 0n });
    const { address } = await owner
      .selectFrom('app_user')
      .select('address')
      .where('id', '=', userId)
      .executeTakeFirstOrThrow();
    const granted = { address, nodeType: 'genesis', rewardLevel: 3, reason } as const;
    await confirmed(await one.act('memberStatus/grant', granted));
    // Lowering a status requires one operator.
    const lower = await one.act('memberStatus/grant', { ...granted, nodeType: null, rewardLevel: 1 });
    expect(lower).toMatchObject({ data: { state: 'done' } });
    expect(await one.call('POST /api/ops/memberStatus', { address })).toMatchObject({
      data: {
        grants: [
          { nodeType: null, rewardLevel: 1 },
          { nodeType: 'genesis', rewardLevel: 3, reason },
        ],
      },
    });

    const mining = { dailyEmission: '9999.5', fullHash: '1000000.5', machineLifetimeDays: 365 };
    expect(await one.act('mining/set', { ...mining, reason })).toMatchObject({
      data: { state: 'done' },
    });
    // Returning to today’s setting raises the planned one, so it requires two operators again.
    const back = await one.act('mining/set', { ...mining, dailyEmission: '10000', reason });
    expect(back).toMatchObject({ data: { state: 'proposed' } });
    const fewer = await one.act('mining/set', { ...mining, fullHash: '1000000', reason });
    expect(fewer).toMatchObject({ data: { state: 'proposed' } });
    expect(await one.call('POST /api/ops/mining', {})).toMatchObject({
      data: { now: { dailyEmission: '10000', fullHash: '1000000', machineLifetimeDays: 365 }, next: mining },
    });
    await one.act('pools/set', { nodesReleaseBps: 500, levelsReleaseBps: 1_000, reason });
    expect(await one.call('POST /api/ops/pools', {})).toMatchObject({
      data: {
        now: { nodesReleaseBps: 1_000, levelsReleaseBps: 1_000 },
        next: { nodesReleaseBps: 500, levelsReleaseBps: 1_000 },
      },
    });

    const covered = await openRound(owner, buildPlan({ city: 'Kyiv' }));
    const reserve = await one.call('POST /api/ops/reserve', {});
    expect(reserve).toMatchObject({
      data: {
        balance: '100',
        maximumLoss: '30',
        rounds: [{ roundId: covered.roundId.toString(), maximumLoss: '30', budget: '50', coverageBps: 10_000 }],
      },
    });
  });

  test('default: lists fundings and settlements as changes of the reserve, newest first, page by page', async () => {
    await sql`insert into reserve_funding (amount, reason, signed_id)
      values (5 * 10::numeric ^ 18, 'more', gen_random_uuid())`.execute(owner);
    const { roundId } = await openRound(owner, buildPlan({ city: 'Rome' }));
    await sql`update round set state = 'ended', due_at = null where id = ${roundId}`.execute(owner);
    const totals = { refund: '0', loss: '0', compensation: '7', hash: '0' };
    await sql`
      insert into round_settlement
        (round_id, outcome, order_count, amount, reserve_balance, reserve_cap, emission_remaining, totals)
      values (${roundId}, 'failed', 1, 1, 0, 0, 0, ${JSON.stringify(totals)})`.execute(owner);
    const found: unknown[] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = await one.call('POST /api/ops/reserve/changes', { cursor, limit: 1 });
      if (!page.ok) throw new Error(page.error);
      found.push(...page.data.items);
      cursor = page.data.nextCursor;
    }
    expect(found).toMatchObject([
      {
        kind: 'failed',
        added: '0',
        taken: '0.000000000000000007',
        net: '-0.000000000000000007',
        round: { city: 'Rome' },
      },
      { kind: 'funding', added: '5', net: '5', round: null, reason: 'more' },
    ]);
  });
});
