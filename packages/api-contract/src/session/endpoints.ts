import { SPAN_NAMES } from '@city-mint/domain/rounds/terms-span';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import {
  address,
  addressInput,
  amountInput,
  exchangeUid,
  id,
  signatureInput,
  signInNonceInput,
  time,
  wholeNumber,
} from '../wire.ts';

export const user = z.object({
  address,
  registeredAt: time,
  /** The inviter bound once, or null. */
  superior: address.nullable(),
  /** Hash of the disclosure this user accepted last, or null. */
  consentHash: z.string().nullable(),
});

/** The signature of a text that the server composed, and the text's nonce. */
export const signatureOfNonce = {
  sign_hex: signatureInput,
  nonce: signInNonceInput,
};

/** The account that signs in, and the page it signs in to. */
export const signInPlace = {
  eth_address: addressInput,
  domain: z.string().min(1).max(253, 'text-too-long'),
  uri: z.string().min(1).max(2048, 'text-too-long'),
};

/** A text to sign, and its nonce. */
export const composedText = z.object({ message: z.string(), nonce: z.string() });

export const COMPOSE_REFUSALS = ['domain-not-allowed', 'uri-not-allowed'] as const;

const section = z.object({ title: z.string(), text: z.string() });
const disclosure = z.object({ version: z.int(), hash: z.string(), sections: z.array(section) });

/** The fields of each action that a wallet confirms. */
const ACTION_FIELDS = {
  'bind-inviter': ['superior'],
  'bind-exchange-uid': ['uid'],
  'auto-mint': ['keep', 'stopAfterLosses', 'parallelRounds', 'version'],
} as const;

/** An action needs all of its fields and accepts none of another action. */
function checkActionFields(
  request: { readonly action: keyof typeof ACTION_FIELDS; readonly [name: string]: unknown },
  context: z.RefinementCtx,
): void {
  const own: readonly string[] = ACTION_FIELDS[request.action];
  for (const name of Object.values(ACTION_FIELDS).flat()) {
    const isGiven = request[name] !== undefined;
    if (isGiven === own.includes(name)) continue;
    context.addIssue({ code: 'custom', path: [name], message: isGiven ? 'unknown-field' : 'field-missing' });
  }
}

export const sessionEndpoints = {
  'POST /api/app/user/signMessage': endpoint({
    who: 'all',
    rate: 'sign-in',
    summary: 'The EIP-4361 text to sign, for one login within ten minutes; its uri is the root of the page.',
    request: z.strictObject(signInPlace),
    reply: composedText,
    refusals: COMPOSE_REFUSALS,
  }),
  'POST /api/app/user/login': endpoint({
    who: 'all',
    rate: 'sign-in',
    summary: 'Exchanges the signature of such a text for a token. A nonce can be used once.',
    request: z.strictObject(signatureOfNonce),
    reply: z.object({ token: z.string(), expiresAt: time, user }),
    refusals: ['nonce-used-or-unknown', 'message-expired', 'signature-invalid', 'try-again'],
  }),
  'POST /api/app/user/logout': endpoint({
    who: 'user',
    rate: 'write',
    summary: 'Ends this session.',
    request: z.strictObject({}),
    reply: z.object({ ended: z.literal(true) }),
    refusals: [],
  }),
  'POST /api/app/user/sessions': endpoint({
    who: 'user',
    rate: 'read',
    summary: 'My active sessions, newest first.',
    request: z.strictObject({}),
    reply: z.object({
      sessions: z.array(
        z.object({ sessionId: id, createdAt: time, lastUsedAt: time, expiresAt: time, current: z.boolean() }),
      ),
    }),
    refusals: [],
  }),
  'POST /api/app/user/sessions/revoke': endpoint({
    who: 'user',
    rate: 'write',
    summary: 'Ends one of my sessions; without an id, all but this one.',
    request: z.strictObject({ sessionId: id.optional() }),
    reply: z.object({ ended: z.int() }),
    refusals: ['not-found'],
  }),
  'GET /api/app/disclosure': endpoint({
    who: 'all',
    rate: 'read',
    summary:
      'Returns the disclosure, made from the live settings: operator, fees, pools, worst case and the ' +
      'operator’s earnings.',
    request: z.strictObject({}),
    reply: disclosure,
    refusals: [],
  }),
  'POST /api/app/user/disclosure': endpoint({
    who: 'user',
    rate: 'read',
    summary:
      'Returns the same, and whether my last consent covers it: if not, joins are refused as consent-required, ' +
      'and the reply has the time and version of my last consent and the changes since.',
    request: z.strictObject({}),
    reply: disclosure.extend({
      covered: z.boolean(),
      /** The disclosure that I accepted last, where it does not cover this one; null otherwise. */
      accepted: z
        .object({
          acceptedAt: time,
          /** Terms that are others now, as the disclosure says them: 2.5–5%, or 2 for twice. Null: not on offer. */
          figures: z.array(
            z.object({ name: z.enum(SPAN_NAMES), earlier: z.string().nullable(), now: z.string().nullable() }),
          ),
          /** Paragraphs whose sentences are others now. */
          sections: z.array(z.object({ earlier: section.nullable(), now: section.nullable() })),
        })
        .nullable(),
    }),
    refusals: [],
  }),
  'POST /api/app/user/consent': endpoint({
    who: 'user',
    rate: 'write',
    summary:
      'Accepts the current disclosure by its hash. Joins need the consent to a disclosure that covers it: with ' +
      'the same sentences, and with each current figure within its range.',
    request: z.strictObject({ hash: z.string().regex(/^0x[0-9a-f]{64}$/, 'hash-format') }),
    reply: z.object({ hash: z.string(), acceptedAt: time }),
    refusals: ['disclosure-changed'],
  }),
  'POST /api/app/user/confirmMessage': endpoint({
    who: 'user',
    rate: 'write',
    summary:
      'Returns the text that confirms one action for which a session is not enough, and its effects; stored ' +
      'under its nonce for ten minutes, only for that action. Refused where the action would be.',
    request: z
      .strictObject({
        action: z.enum(['bind-inviter', 'bind-exchange-uid', 'auto-mint']),
        /** Of bind-inviter. */
        superior: addressInput.optional(),
        /** Of bind-exchange-uid. */
        uid: exchangeUid.optional(),
        /** Of auto-mint, which is then on without a maximum per round; the version is that of its settings now. */
        keep: amountInput.optional(),
        stopAfterLosses: wholeNumber.optional(),
        parallelRounds: wholeNumber.optional(),
        version: wholeNumber.optional(),
      })
      .superRefine(checkActionFields),
    reply: z.object({
      message: z.string(),
      nonce: z.string(),
      /** The consequences of the action, in the reader's language, shown before the text and part of it. */
      notice: z.array(z.string()),
    }),
    refusals: [
      'region-not-allowed',
      'already-bound',
      'unknown-address',
      'own-address',
      'below-yourself',
      'consent-required',
      'stale',
      'too-many-open-nonces',
    ],
  }),
};
