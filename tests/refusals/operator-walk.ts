import { type OperatorActionKey, operatorActions } from '@city-mint/api-contract/operator/endpoints';
import { SIGNED_REFUSALS, UNSIGNED } from '@city-mint/api-contract/operator/operator-action';
import { expect } from 'vitest';
import type { ActionCase } from './operator-action-case.ts';
import { callRaw, logSince, newestLog, pathOf, previewRaw, signedRequest, type Walkers } from './operator-calls.ts';
import { refused, refuseForgeries } from './operator-forgeries.ts';
import { refuseDecisions, tryRoles } from './operator-role-attempts.ts';
import { signAction } from './sign-action.ts';

/** Tests one action; throws with its faults. */
export async function walk(walkers: Walkers, key: OperatorActionKey, wanted: ActionCase): Promise<void> {
  const { api, first, second } = walkers;
  const query = async (statement: string) => (await api.admin.query(statement)).rows;
  const action = { key, fields: wanted.fields };
  const triedRefusals: string[] = [
    ...wanted.refused.map(([, code]) => code),
    ...(wanted.triedElsewhere ?? []),
    wanted.again,
    ...SIGNED_REFUSALS,
    'version-changed',
  ];
  expect(triedRefusals, `refusals tried of ${key}`).toEqual(expect.arrayContaining([...operatorActions[key].refusals]));
  const path = pathOf(key);
  const before = await query(wanted.watch);
  const from = await newestLog(api);
  const preview = await previewRaw(api, action, first.token);
  expect(preview).toMatchObject({ code: 200, data: { operators: wanted.operators } });

  await refuseForgeries(walkers, action, preview.data?.version ?? '');
  await tryRoles(walkers, action, preview.data?.version ?? '');
  for (const [fields, error] of wanted.refused) {
    const signed = await signAction(first.account, { key, fields });
    const answer = await callRaw(api, path, { body: { ...fields, ...signed }, token: first.token });
    expect(answer, JSON.stringify(fields)).toMatchObject({ error });
    const previewed = await previewRaw(api, { key, fields }, first.token);
    expect(previewed.data, `preview of ${JSON.stringify(fields)}`).toBeNull();
  }
  expect(await query(wanted.watch)).toEqual(before);
  expect(await logSince(api, from)).toEqual([]);

  const body = await signedRequest(api, first, action);
  if (wanted.operators === 1) {
    expect(await callRaw(api, path, { body, token: first.token })).toMatchObject({
      code: 200,
      data: { state: 'done' },
    });
    const entry = { operator: first.account.address, proposed_by: null, reason: body.reason };
    expect(await logSince(api, from)).toMatchObject([entry]);
  } else {
    await proposeAndConfirm(walkers, { ...action, watch: wanted.watch });
  }
  expect(await query(wanted.watch)).not.toEqual(before);
  const after = await newestLog(api);
  if (wanted.operators === 1)
    expect(await callRaw(api, path, { body, token: first.token })).toMatchObject(refused('signature-used'));
  const again = await callRaw(api, path, {
    body: await signedRequest(api, second, action),
    token: second.token,
  });
  expect(again.error ?? again.data?.state).toBe(wanted.again);
  expect(await logSince(api, after)).toHaveLength(wanted.again === 'done' ? 1 : 0);
}

type Proposing = { readonly key: OperatorActionKey; readonly fields: object; readonly watch: string };

async function proposeAndConfirm(walkers: Walkers, { key, fields, watch }: Proposing): Promise<void> {
  const { api, first, second, third, participant } = walkers;
  const query = async (statement: string) => (await api.admin.query(statement)).rows;
  const before = await query(watch);
  const from = await newestLog(api);
  const propose = async () => {
    const answer = await callRaw(api, pathOf(key), {
      body: await signedRequest(api, first, { key, fields }),
      token: first.token,
    });
    expect(answer.data?.state, answer.error).toBe('proposed');
    return answer.data?.proposalId ?? '';
  };
  const confirm = (body: object, token?: string) => callRaw(api, '/api/ops/proposals/confirm', { body, token });
  const reason = 'tried by the walk';

  const late = await propose();
  const lateBody = await second.client.signConfirmation(late, reason);
  await query(`update operator_proposal set expires_at = now() - interval '1 second' where id = ${late}`);
  expect(await confirm(lateBody, second.token)).toMatchObject(refused('proposal-expired'));
  const proposalId = await propose();
  const another = await propose();
  const body = await second.client.signConfirmation(proposalId, reason);
  const anothersBody = await third.client.signConfirmation(another, reason);
  expect(await confirm(body)).toMatchObject({ error: 'unauthorized' });
  expect(await confirm(body, participant)).toMatchObject({ error: 'unauthorized' });
  const own = await first.client.signConfirmation(proposalId, reason);
  expect(await confirm(own, first.token)).toMatchObject({ code: 403, error: 'second-operator-required' });
  const invalid = refused('operator-signature-invalid');
  expect(await confirm({ ...body, signature: UNSIGNED.signature }, second.token)).toMatchObject(invalid);
  expect(await confirm(body, third.token)).toMatchObject(invalid);
  expect(await confirm({ ...anothersBody, proposalId }, third.token)).toMatchObject(invalid);
  const asAction = await signAction(second.account, { key, fields }, { version: body.version });
  expect(await confirm({ proposalId, ...asAction }, second.token)).toMatchObject(invalid);
  await refuseDecisions(walkers, proposalId);
  expect(await query(watch)).toEqual(before);
  expect(await logSince(api, from)).toHaveLength(3);

  const thirdsBody = await third.client.signConfirmation(proposalId, reason);
  const both = [confirm(body, second.token), confirm(thirdsBody, third.token)];
  const answers = await Promise.all([...both, confirm(body, second.token), confirm(thirdsBody, third.token)]);
  expect(answers.filter(({ code }) => code === 200)).toHaveLength(1);
  expect(answers.filter(({ error }) => error === 'proposal-decided')).toHaveLength(3);
  // The subject of the other proposal has changed.
  expect(await confirm(anothersBody, third.token)).toMatchObject(refused('proposal-outdated'));
  const log = await logSince(api, from);
  const done = log.pop();
  expect(log).toHaveLength(3);
  for (const row of log) {
    expect(row).toMatchObject({ action: `propose ${done?.action}`, operator: first.account.address });
  }
  expect(done).toMatchObject({ proposed_by: first.account.address, reason });
  expect([second.account.address, third.account.address]).toContain(done?.operator);
}
