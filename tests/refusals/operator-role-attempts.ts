import { type OperatorActionKey, operatorActions } from '@city-mint/api-contract/operator/endpoints';
import { hasRole, OPERATOR_ROLES } from '@city-mint/api-contract/operator/operator-roles';
import { expect } from 'vitest';
import { callRaw, pathOf, previewRaw, type Walkers } from './operator-calls.ts';
import { refused } from './operator-forgeries.ts';
import { signAction } from './sign-action.ts';

/**
 * Tries an action, which would be accepted with this version, as each role: throws where one that is too low is not
 * refused for that, or another one is. Changes nothing.
 */
export async function tryRoles(
  { api, viewer, colleague, second }: Walkers,
  action: { readonly key: OperatorActionKey; readonly fields: object },
  version: string,
): Promise<void> {
  const { role: needed } = operatorActions[action.key];
  const byRole = { viewer, operator: colleague, approver: second };
  for (const role of OPERATOR_ROLES) {
    const { account, token } = byRole[role];
    const send = async (said: { readonly version?: string }) =>
      callRaw(api, pathOf(action.key), {
        body: { ...action.fields, ...(await signAction(account, action, said)) },
        token,
      });
    const what = `${action.key} by a role of ${role}`;
    expect((await previewRaw(api, action, token)).data?.version, `preview of ${what}`).toBe(version);
    const tooLow = { ...refused('role-too-low'), code: 403, details: { limit: needed } };
    if (hasRole(role, needed)) {
      // The version is read after the role.
      expect(await send({}), what).toMatchObject(refused('version-changed'));
    } else {
      expect(await send({}), what).toMatchObject(tooLow);
      expect(await send({ version }), what).toMatchObject(tooLow);
    }
  }
}

/** Throws where a role below an approver's confirms or rejects another operator's proposal. */
export async function refuseDecisions({ viewer, colleague }: Walkers, proposalId: string): Promise<void> {
  const tooLow = { ok: false, code: 403, error: 'role-too-low', details: { limit: 'approver' } };
  for (const { client } of [viewer, colleague]) {
    expect(await client.confirm(proposalId, 'tried by the walk')).toMatchObject(tooLow);
    expect(await client.reject(proposalId, 'tried by the walk')).toMatchObject(tooLow);
  }
}
