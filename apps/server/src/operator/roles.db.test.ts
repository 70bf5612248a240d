import type { OperatorClient } from '@city-mint/api-contract/operator-client/operator-client';
import { takeTogether } from '@city-mint/tests/builders/take-together';
import { createTestDatabase, type TestDatabase } from '@city-mint/tests/setup/create-test-database';
import { startTestApi, type TestApi } from '@city-mint/tests/setup/start-test-api';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

const reason = 'because it is tested';
const newAccount = () => privateKeyToAccount(generatePrivateKey());
const [third, viewer, operator] = [newAccount(), newAccount(), newAccount()];

describe('roles of operators', () => {
  let database: TestDatabase;
  let api: TestApi;
  let one: OperatorClient;
  let two: OperatorClient;
  let low: OperatorClient;
  let middle: OperatorClient;

  beforeAll(async () => {
    database = await createTestDatabase();
    api = await startTestApi({ databaseUrl: database.url });
  });
  afterAll(async () => {
    await api.stop();
    await database.drop();
  });
  beforeEach(async () => {
    await api.admin.query('delete from operator_account');
    await api.admin.query('update system_switch set paused = true');
    [one, two] = await api.operators();
    for (const [account, role] of [
      [viewer, 'viewer'],
      [operator, 'operator'],
    ] as const) {
      const added = await takeTogether([one, two], 'operators/add', { address: account.address, role, reason });
      expect(added).toMatchObject({ data: { state: 'done' } });
    }
    [low, middle] = [await api.operator(viewer), await api.operator(operator)];
  });

  const setRole = (address: string, role: 'viewer' | 'operator' | 'approver', by = [one, two] as const) =>
    takeTogether(by, 'operators/role', { address, role, reason });
  /** Proposes to resume a part; returns the proposal's id. */
  const proposal = async (client: OperatorClient, part: 'swap' | 'joins' | 'recharge' = 'swap') => {
    const proposed = await client.act('unpause', { part, reason });
    if (!proposed.ok || proposed.data.proposalId === null)
      throw new Error(proposed.ok ? 'no proposal' : proposed.error);
    return proposed.data.proposalId;
  };
  const openProposals = async () => {
    const answer = await one.call('POST /api/ops/proposals', { limit: 100 });
    return answer.ok ? answer.data.items.map(({ proposalId }) => proposalId) : null;
  };

  test('default: each role reads its permitted calls, and everyone sees all roles', async () => {
    const me = async (client: OperatorClient) => {
      const answer = await client.call('POST /api/ops/me', {});
      return answer.ok ? answer.data : answer.error;
    };
    const actions = (names: readonly string[]) => ({
      proposes: names.includes('plans/publish'),
      acts: names.includes('pause'),
      changesRoles: names.includes('operators/role'),
    });
    const readers = [low, middle, one] as const;
    const permitted = await Promise.all(readers.map(me));
    expect(permitted).toMatchObject([
      { address: viewer.address, role: 'viewer', actions: [], confirm: false },
      { address: operator.address, role: 'operator', confirm: false },
      { address: one.address, role: 'approver', confirm: true },
    ]);
    expect(permitted.map((each) => typeof each === 'object' && actions(each.actions))).toEqual([
      { proposes: false, acts: false, changesRoles: false },
      { proposes: true, acts: true, changesRoles: false },
      { proposes: true, acts: true, changesRoles: true },
    ]);
    const addedAt = expect.any(Number);
    expect(await low.call('POST /api/ops/operators', {})).toMatchObject({
      data: {
        operators: [
          { address: one.address, role: 'approver', configured: true, addedAt: null },
          { address: two.address, role: 'approver', configured: true, addedAt: null },
          { address: viewer.address, role: 'viewer', configured: false, addedAt },
          { address: operator.address, role: 'operator', configured: false, addedAt },
        ],
      },
    });
  });

  test('behavior: a viewer reads and previews; an operator acts, proposes, and rejects own proposals', async () => {
    const preview = { action: 'unpause', fields: { part: 'swap' } };
    expect(await low.call('POST /api/ops/controls', {})).toMatchObject({ ok: true });
    expect(await low.call('POST /api/ops/preview', preview)).toMatchObject({ data: { operators: 2 } });
    await api.admin.query(`update system_switch set paused = false where name = 'recharge'`);
    expect(await low.act('pause', { part: 'recharge', reason })).toMatchObject({
      code: 403,
      error: 'role-too-low',
      msg: 'Your role does not permit this. It takes at least operator',
      details: { field: 'signature', limit: 'operator' },
    });
    expect(await middle.act('pause', { part: 'recharge', reason })).toMatchObject({ data: { state: 'done' } });
    const [own, others] = [await proposal(middle), await proposal(one, 'joins')];
    expect(await middle.reject(others, reason)).toMatchObject({
      error: 'role-too-low',
      details: { limit: 'approver' },
    });
    expect(await middle.reject(own, reason)).toMatchObject({ ok: true });
    expect(await two.reject(others, reason)).toMatchObject({ ok: true });
    expect(await one.confirm(await proposal(middle), reason)).toMatchObject({ data: { state: 'done' } });
  });

  test('attack: an approver with a second wallet cannot make it an approver without another operator', async () => {
    const wallet = newAccount();
    const added = await one.act('operators/add', { address: wallet.address, role: 'approver', reason });
    const proposalId = (added.ok && added.data.proposalId) || '';
    expect(await one.confirm(proposalId, reason)).toMatchObject({ error: 'second-operator-required' });
    expect(await middle.confirm(proposalId, reason)).toMatchObject({ error: 'role-too-low' });
    await expect(api.operator(wallet)).rejects.toThrow('not-an-operator');
    expect(await middle.act('operators/role', { address: operator.address, role: 'approver', reason })).toMatchObject({
      error: 'role-too-low',
      details: { limit: 'approver' },
    });
  });

  test('behavior: two approvers remain, also after two removals or lowered roles proposed together', async () => {
    const tooFew = { error: 'too-few-approvers', details: { field: 'address', limit: '2' } };
    expect(await one.act('operators/remove', { address: two.address, reason })).toMatchObject(tooFew);
    const lower = (address: string) => one.act('operators/role', { address, role: 'operator', reason });
    expect(await lower(two.address)).toMatchObject(tooFew);
    await takeTogether([one, two], 'operators/add', { address: third.address, role: 'approver', reason });
    const three = await api.operator(third);
    const proposed = [
      await lower(two.address),
      await one.act('operators/remove', { address: two.address, reason }),
      await one.act('operators/remove', { address: third.address, reason }),
    ];
    const [lowered = '', twin = '', another = ''] = proposed.map((each) => (each.ok && each.data.proposalId) || '');
    expect(await three.confirm(lowered, reason)).toMatchObject({ data: { state: 'done' } });
    // This proposal has a changed subject; the other proposal's list of approvers has changed.
    expect(await three.confirm(twin, reason)).toMatchObject({ error: 'proposal-outdated' });
    expect(await three.confirm(another, reason)).toMatchObject(tooFew);
    const four = newAccount();
    await takeTogether([one, three], 'operators/add', { address: four.address, role: 'approver', reason });
    expect(await three.confirm(another, reason)).toMatchObject({ error: 'proposal-outdated' });
    // One approver fewer does not invalidate a change of an operator with a lower role.
    expect(await takeTogether([one, three], 'operators/remove', { address: viewer.address, reason })).toMatchObject({
      data: { state: 'done' },
    });
  });

  test('behavior: an operator of the configuration has the role of their row, and can be removed', async () => {
    await takeTogether([one, two], 'operators/add', { address: third.address, role: 'approver', reason });
    const three = await api.operator(third);
    expect(await setRole(two.address, 'viewer', [one, three])).toMatchObject({ data: { state: 'done' } });
    // The session continues with the current role.
    expect(await two.call('POST /api/ops/me', {})).toMatchObject({ data: { role: 'viewer', actions: [] } });
    expect(await two.act('unpause', { part: 'swap', reason })).toMatchObject({ error: 'role-too-low' });
    const remove = { address: two.address, reason };
    expect(await takeTogether([one, three], 'operators/remove', remove)).toMatchObject({ data: { state: 'done' } });
    expect(await two.call('POST /api/ops/me', {})).toMatchObject({ code: 501, error: 'session-ended' });
    await expect(api.operator(api.operatorAccounts[1])).rejects.toThrow('not-an-operator');
    const listed = await one.call('POST /api/ops/operators', {});
    expect(listed.ok && listed.data.operators.map(({ address }) => address)).not.toContain(two.address);
    const add = { address: two.address, role: 'operator', reason } as const;
    expect(await takeTogether([one, three], 'operators/add', add)).toMatchObject({ data: { state: 'done' } });
    two = await api.operator(api.operatorAccounts[1]);
    expect(await two.call('POST /api/ops/me', {})).toMatchObject({ data: { role: 'operator' } });
  });

  test('behavior: leaving the configuration ends the operator, even with a stored role', async () => {
    await takeTogether([one, two], 'operators/add', { address: third.address, role: 'approver', reason });
    await setRole(two.address, 'operator', [one, await api.operator(third)]);
    const other = await startTestApi({ databaseUrl: database.url, env: { OPERATOR_ADDRESSES: one.address } });
    await expect(other.operator(api.operatorAccounts[1])).rejects.toThrow('not-an-operator');
    await expect(other.operator(third)).resolves.toBeDefined();
    await other.stop();
  });

  test.each([
    ['lowered', (address: string) => setRole(address, 'viewer')],
    ['removed', (address: string) => takeTogether([one, two], 'operators/remove', { address, reason })],
  ])('behavior: proposals end when their proposer is %s', async (_what, lose) => {
    const [good, late] = [await proposal(middle), await proposal(middle, 'joins')];
    const others = await proposal(one, 'recharge');
    expect(await two.confirm(good, reason)).toMatchObject({ data: { state: 'done' } });
    expect(await lose(operator.address)).toMatchObject({ data: { state: 'done' } });
    expect(await openProposals()).toEqual(expect.arrayContaining([others]));
    expect(await openProposals()).not.toContain(late);
    expect(await two.confirm(late, reason)).toMatchObject({ code: 409, error: 'proposal-lapsed' });
    expect(await two.confirm(others, reason)).toMatchObject({ data: { state: 'done' } });
  });

  test('behavior: when an approver becomes an operator, their proposals that need an approver end', async () => {
    await takeTogether([one, two], 'operators/add', { address: third.address, role: 'approver', reason });
    const three = await api.operator(third);
    const added = await three.act('operators/add', { address: newAccount().address, role: 'viewer', reason });
    const ofApprover = (added.ok && added.data.proposalId) || '';
    const ofOperator = await proposal(three);
    await setRole(third.address, 'operator');
    expect(await two.confirm(ofApprover, reason)).toMatchObject({ error: 'proposal-lapsed' });
    expect(await two.confirm(ofOperator, reason)).toMatchObject({ data: { state: 'done' } });
  });

  test('behavior: a proposal whose proposer lost the role by other means ends at its confirmation', async () => {
    const late = await proposal(two);
    await api.admin.query(`insert into operator_account (address, role) values ($1, 'viewer')`, [two.address]);
    expect(await one.confirm(late, reason)).toMatchObject({ error: 'proposal-lapsed' });
    expect(await openProposals()).not.toContain(late);
  });

  test('default: proposals are listed by outcome, by action and by id', async () => {
    const listed = async (request: object) => {
      const answer = await low.call('POST /api/ops/proposals', { limit: 100, ...request });
      return answer.ok ? answer.data.items : [];
    };
    const idsOf = async (request: object) => (await listed(request)).map(({ proposalId }) => proposalId);
    const open = await proposal(middle);
    const [confirmed, rejected, late] = [
      await proposal(one, 'joins'),
      await proposal(one, 'recharge'),
      await proposal(one, 'recharge'),
    ];
    await two.confirm(confirmed, reason);
    await two.reject(rejected, reason);
    await api.admin.query(`update operator_proposal set expires_at = now() where id = $1`, [late]);
    await expect.poll(() => idsOf({ state: 'expired' })).toContain(late);
    expect(await two.confirm(late, reason)).toMatchObject({ error: 'proposal-expired' });
    expect(await idsOf({})).toContain(open);
    for (const ended of [confirmed, rejected, late]) expect(await idsOf({ state: 'open' })).not.toContain(ended);
    const closed = await idsOf({ state: 'closed', action: 'unpause' });
    expect(closed.filter((id) => [open, confirmed, rejected, late].includes(id))).toEqual([late, rejected, confirmed]);
    expect(await idsOf({ state: 'closed', action: 'plans/publish' })).toEqual([]);
    expect(await listed({ state: 'confirmed', proposalId: confirmed })).toMatchObject([
      { action: 'unpause', state: 'confirmed', decidedBy: two.address, decidedAt: expect.any(Number) },
    ]);
    expect(await idsOf({ state: 'open', proposalId: rejected })).toEqual([]);
  });

  test('attack: a confirmation signed as a viewer is used up when the viewer becomes an approver', async () => {
    const proposalId = await proposal(one);
    const signed = await low.signConfirmation(proposalId, reason);
    const confirm = () => low.call('POST /api/ops/proposals/confirm', signed);
    expect(await confirm()).toMatchObject({ error: 'role-too-low' });
    expect(await setRole(viewer.address, 'approver')).toMatchObject({ data: { state: 'done' } });
    expect(await confirm()).toMatchObject({ error: 'role-too-low' });
    expect(await low.confirm(proposalId, reason)).toMatchObject({ data: { state: 'done' } });
  });
});
