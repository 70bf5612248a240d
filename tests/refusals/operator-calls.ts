import type { OperatorActionKey } from '@city-mint/api-contract/operator/endpoints';
import { actionName } from '@city-mint/api-contract/operator/operator-action';
import type { OperatorClient } from '@city-mint/api-contract/operator-client/operator-client';
import type { PrivateKeyAccount } from 'viem/accounts';
import type { TestApi } from '../setup/start-test-api.ts';
import { signAction } from './sign-action.ts';

/** An operator with session and key. */
export type SignedIn = { readonly account: PrivateKeyAccount; readonly token: string; readonly client: OperatorClient };

/** Operators of each role and the token of a participant, and the API that they call. */
export type Walkers = {
  readonly api: TestApi;
  /** Who acts: of the lowest role that the action takes. */
  readonly first: SignedIn;
  /** Approvers. */
  readonly second: SignedIn;
  readonly third: SignedIn;
  readonly viewer: SignedIn;
  /** Of the role `operator`, and not who acts. */
  readonly colleague: SignedIn;
  readonly participant: string;
};

export type RawAnswer = {
  code: number;
  error?: string;
  details?: { readonly limit?: string };
  data: { state: string; proposalId: string | null; version: string } | null;
};

/** Sends a body as it is, with a token or without. Returns the answer. */
export async function callRaw(
  api: TestApi,
  path: string,
  { body, token }: { body: object; token?: string | undefined },
): Promise<RawAnswer> {
  const { json } = await api.send(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token === undefined ? {} : { authorization: token }) },
    body: JSON.stringify(body),
  });
  return json as RawAnswer;
}

/** Returns the path of a POST endpoint. */
export function pathOf(key: string): string {
  return key.slice('POST '.length);
}

/** Returns the preview of an action. */
export function previewRaw(
  api: TestApi,
  { key, fields }: { key: OperatorActionKey; fields: object },
  token: string,
): Promise<RawAnswer> {
  return callRaw(api, '/api/ops/preview', { body: { action: actionName(key), fields }, token });
}

/** Returns the request of an action as an operator signs it, by the version that its preview returns. */
export async function signedRequest(
  api: TestApi,
  { account, token }: SignedIn,
  action: { key: OperatorActionKey; fields: object },
): Promise<{ reason: string }> {
  const preview = await previewRaw(api, action, token);
  const said = preview.data === null ? {} : { version: preview.data.version };
  return { ...action.fields, ...(await signAction(account, action, said)) };
}

type LogRow = { operator: string; proposed_by: string | null; action: string; reason: string };

/** Returns the id of the newest entry of the public log, or 0. */
export async function newestLog(api: TestApi): Promise<string> {
  const { rows } = await api.admin.query('select coalesce(max(id), 0) as id from operator_log');
  return rows[0].id;
}

/** Returns the entries of the public log after an id, without those of refused actions, oldest first. */
export async function logSince(api: TestApi, id: string): Promise<LogRow[]> {
  return (
    await api.admin.query(`select * from operator_log where id > ${id}
    and action not like 'refuse %' order by id`)
  ).rows;
}
