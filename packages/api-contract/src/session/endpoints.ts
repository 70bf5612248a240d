import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { address, addressInput, exchangeUid, id, signatureInput, signInNonceInput, time } from '../wire.ts';

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
    summary: 'Who operates, fees, pools, worst case and how the operator earns, made from the live settings.',
    request: z.strictObject({}),
    reply: z.object({
      version: z.int(),
      hash: z.string(),
      sections: z.array(z.object({ title: z.string(), text: z.string() })),
    }),
    refusals: [],
  }),
  'POST /api/app/user/consent': endpoint({
    who: 'user',
    rate: 'write',
    summary: 'Accepts the current disclosure by its hash; needed once before the first join.',
    request: z.strictObject({ hash: z.string().regex(/^0x[0-9a-f]{64}$/, 'hash-format') }),
    reply: z.object({ hash: z.string(), acceptedAt: time }),
    refusals: ['disclosure-changed'],
  }),
  'POST /api/app/user/confirmMessage': endpoint({
    who: 'user',
    rate: 'write',
    summary:
      'The text that confirms one action that cannot be undone, and what it leads to; stored under its nonce for ten ' +
      'minutes, for that action only. Refused where the action would be.',
    request: z
      .strictObject({
        action: z.enum(['bind-inviter', 'bind-exchange-uid']),
        /** Of bind-inviter. */
        superior: addressInput.optional(),
        /** Of bind-exchange-uid. */
        uid: exchangeUid.optional(),
      })
      .superRefine(({ action, superior, uid }, context) => {
        const [own, other] =
          action === 'bind-inviter' ? (['superior', 'uid'] as const) : (['uid', 'superior'] as const);
        const given = { superior, uid };
        if (given[own] === undefined) context.addIssue({ code: 'custom', path: [own], message: 'field-missing' });
        if (given[other] !== undefined) context.addIssue({ code: 'custom', path: [other], message: 'unknown-field' });
      }),
    reply: z.object({
      message: z.string(),
      nonce: z.string(),
      /** What the action leads to, in the reader's language, to be shown before the text; a part of it. */
      notice: z.array(z.string()),
    }),
    refusals: [
      'region-not-allowed',
      'already-bound',
      'unknown-address',
      'own-address',
      'below-yourself',
      'too-many-open-nonces',
    ],
  }),
};
