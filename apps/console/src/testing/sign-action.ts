import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { isSignedBy } from '@city-mint/api-contract/operator/action-signature';
import { isActionKey, type OperatorActionKey, operatorActions } from '@city-mint/api-contract/operator/endpoints';
import { UNSIGNED } from '@city-mint/api-contract/operator/operator-action';
import { type ConfirmedProposal, type SignedKey, signedAction } from '@city-mint/api-contract/operator/signed-action';
import type { FakeNetwork } from '@city-mint/client/testing/fake-network.ts';
import { within } from '@testing-library/react';
import { expect } from 'vitest';
import { buildSettings } from '#platform/build-settings.ts';
import { OPERATOR, type OpenDesk } from './desk.tsx';

type Preview = ReplyOf<'POST /api/ops/preview'>;
type Outcome = ReplyOf<'POST /api/ops/proposals/reject'>;

/** The version that an action changes, as a preview returns it. */
export const VERSION = `0x${'ab'.repeat(32)}`;
/** Another version of it. */
export const LATER_VERSION = `0x${'cd'.repeat(32)}`;

/** An action that has taken effect. */
export const DONE: Outcome = { state: 'done', logId: '71', proposalId: null, expiresAt: null };

/** Returns an action that waits for a second operator. */
export function proposedOutcome(expiresAt: number): Outcome {
  return { state: 'proposed', logId: '72', proposalId: '31', expiresAt };
}

/** Returns the preview of an action that one operator may do, with what differs from it. */
export function samplePreview(change: Partial<Preview> = {}): Preview {
  return {
    subject: 'part joins',
    before: null,
    after: null,
    version: VERSION,
    operators: 1,
    consequence: {},
    ...change,
  };
}

/** Says why in the sheet of an action and signs it, or in another part that has the same panel. */
export async function signIn({ user, screen }: OpenDesk, { sheet, reason, submit = 'Sign with the wallet' }: Signing) {
  const part = within(await screen.findByRole('dialog', { name: sheet }));
  await user.type(await part.findByLabelText('Reason'), reason);
  await user.click(part.getByRole('button', { name: submit }));
}

type Signing = { readonly sheet: string; readonly reason: string; readonly submit?: string };

type Expected = {
  readonly fields: Readonly<Record<string, unknown>>;
  readonly reason: string;
  readonly version?: string;
  /** The index of the request among those of its endpoint; the last one unless given. */
  readonly at?: number;
};

/** Expects that an action was sent with exactly these fields, and signed over them by the operator at the desk. */
export async function expectSigned(network: FakeNetwork, key: SignedKey, expected: Expected): Promise<void> {
  const { fields, reason, version = VERSION, at = -1 } = expected;
  const { requestId, issuedAt, signature, ...sent } = Object(network.calls(key).at(at));
  expect(sent).toEqual({ ...fields, reason, version });
  const { chainId, vault } = buildSettings;
  const signing = { chainId, vault, operator: OPERATOR.address, reason, requestId, issuedAt, version };
  const signed = signedAction({ key, fields: parsedFields(key, fields) }, signing);
  expect(await isSignedBy(OPERATOR.address, signed, signature)).toBe(true);
}

type Confirmed = {
  readonly key: OperatorActionKey;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly proposal: ConfirmedProposal;
  readonly reason: string;
};

/** Expects that a proposal was confirmed: the signature is over the action's own fields and over the proposal. */
export async function expectConfirmed(network: FakeNetwork, { key, fields, proposal, reason }: Confirmed) {
  const calls = network.calls('POST /api/ops/proposals/confirm');
  const { requestId, issuedAt, signature, ...sent } = Object(calls.at(-1));
  expect(sent).toEqual({ proposalId: proposal.id, reason, version: VERSION });
  const { chainId, vault } = buildSettings;
  const signing = { chainId, vault, operator: OPERATOR.address, reason, requestId, issuedAt };
  const action = { key, fields: parsedFields(key, fields) };
  const signed = signedAction(action, { ...signing, version: VERSION }, proposal);
  expect(await isSignedBy(OPERATOR.address, signed, signature)).toBe(true);
}

function parsedFields(key: SignedKey, fields: object): object {
  return isActionKey(key) ? operatorActions[key].request.parse({ ...fields, ...UNSIGNED }) : fields;
}
