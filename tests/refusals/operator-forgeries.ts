import type { OperatorActionKey } from '@city-mint/api-contract/operator/endpoints';
import { UNSIGNED } from '@city-mint/api-contract/operator/operator-action';
import { expect } from 'vitest';
import { callRaw, pathOf, type Walkers } from './operator-calls.ts';
import { type Said, signAction } from './sign-action.ts';

/** Refusals of bad input come before the signature is read. */
const BAD_INPUT = 400;

/** Returns the compared part of a refusal. */
export const refused = (error: string) => ({ data: null, error });

/**
 * Tries an action that would be accepted, of this version, without the session or without the signature of who acts:
 * forged, altered, expired, replayed. Throws where one is accepted.
 */
export async function refuseForgeries(
  { api, first, second, participant }: Walkers,
  action: { readonly key: OperatorActionKey; readonly fields: object },
  version: string,
): Promise<void> {
  const { fields } = action;
  const path = pathOf(action.key);
  const signed = await signAction(first.account, action, { version });
  const send = (changed: object, token: string | undefined = first.token) =>
    callRaw(api, path, { body: { ...fields, ...changed }, token });
  expect(await callRaw(api, path, { body: { ...fields, ...signed } })).toMatchObject({
    code: 501,
    error: 'unauthorized',
  });
  expect(await send(signed, 'x'.repeat(43))).toMatchObject({ code: 501, error: 'unauthorized' });
  expect(await send(signed, participant)).toMatchObject({ code: 501, error: 'unauthorized' });
  for (const name of Object.keys(signed)) {
    expect(await send({ ...signed, [name]: undefined }), name).toMatchObject({ error: 'field-missing' });
  }

  const invalid = refused('operator-signature-invalid');
  // A token without the key: no signature, another operator's, and this one's for another operator.
  expect(await send({ ...signed, signature: UNSIGNED.signature })).toMatchObject(invalid);
  expect(await send(await signAction(second.account, action, { version }))).toMatchObject(invalid);
  expect(await send(signed, second.token)).toMatchObject(invalid);
  const forged: Partial<Said>[] = [
    { operator: second.account.address },
    { chainId: 1 },
    { vault: second.account.address },
  ];
  for (const said of forged) {
    expect(await send(await signAction(first.account, action, { version, ...said }))).toMatchObject(invalid);
  }
  // A confirmation of the same action is no order to take it.
  const confirms = { id: '1', by: second.account.address, reason: signed.reason };
  expect(await send(await signAction(first.account, action, { version, confirms }))).toMatchObject(invalid);
  for (const [name, value] of Object.entries({ ...fields, ...signed })) {
    if (name === 'signature') continue;
    const altered = await send({ ...signed, [name]: alter(value) });
    expect(altered.data, `${name} altered`).toBeNull();
    if (altered.code !== BAD_INPUT) expect(altered.error, `${name} altered`).toBe('operator-signature-invalid');
  }
  for (const minutes of [-11, 2]) {
    const issuedAt = Date.now() + minutes * 60_000;
    const late = await send(await signAction(first.account, action, { version, issuedAt }));
    expect(late, `${minutes} minutes`).toMatchObject(refused('signature-not-current'));
  }
  const outdated = await signAction(first.account, action);
  expect(await send(outdated)).toMatchObject(refused('version-changed'));
  // A refused one is used up too: the same request gets the same refusal, another one with its id none of it.
  expect(await send(outdated)).toMatchObject(refused('version-changed'));
  const { requestId } = outdated;
  expect(await send(await signAction(first.account, action, { version, requestId }))).toMatchObject(
    refused('signature-used'),
  );
}

/** Returns another value of the same type. */
function alter(value: unknown): unknown {
  if (typeof value === 'number') return value + 1;
  if (typeof value === 'boolean') return !value;
  if (Array.isArray(value)) return value.toReversed();
  if (typeof value !== 'string') return 'JU';
  const last = value.at(-1) ?? '';
  return value.slice(0, -1) + (last === '1' ? '2' : '1');
}
