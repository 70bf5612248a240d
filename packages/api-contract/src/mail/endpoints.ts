import { LANGUAGES } from '@city-mint/domain/languages';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { readEmail } from './read-email.ts';

const choices = {
  opens: z.boolean(),
  settled: z.boolean(),
  stage: z.boolean(),
  credited: z.boolean(),
  'sign-in': z.boolean(),
};
const token = z.string().regex(/^[0-9a-f]{64}$/, 'text-format');
const mail = z.object({
  /** Whether the system sends mail. */
  isOffered: z.boolean(),
  email: z.string().nullable(),
  /** `refused`: the server of the address refused it permanently, so nothing is sent there any more. */
  state: z.enum(['none', 'unconfirmed', 'confirmed', 'refused']),
  ...choices,
});

export const mailEndpoints = {
  'POST /api/app/user/mail': endpoint({
    who: 'user',
    rate: 'read',
    summary: 'My e-mail address for notices, and the events of which it is notified.',
    request: z.strictObject({}),
    reply: mail,
    refusals: [],
  }),
  'POST /api/app/user/mailSave': endpoint({
    who: 'user',
    rate: 'write',
    summary:
      'Notifies me by e-mail of the events that are true. Another address than before, or an unconfirmed one with ' +
      '`again`, gets a link first, and no notice until it was confirmed by it: at most five links a day for me, ' +
      'three to a mailbox, twenty from a network. `device` is a random secret of the browser, whose sign-ins are ' +
      'not reported.',
    request: z.strictObject({
      email: z
        .string()
        .max(254, 'email-format')
        .refine((text) => readEmail(text) !== null, 'email-format'),
      again: z.boolean(),
      device: token,
      language: z.enum(LANGUAGES),
      ...choices,
    }),
    reply: mail,
    refusals: [],
  }),
  'POST /api/app/user/mailDevice': endpoint({
    who: 'user',
    rate: 'write',
    summary:
      'Names my new session as one of the browser with this secret, and the language of its page; does nothing with ' +
      'another one.',
    request: z.strictObject({ device: token, language: z.enum(LANGUAGES) }),
    reply: z.object({}),
    refusals: [],
  }),
  'POST /api/app/user/mailRemove': endpoint({
    who: 'user',
    rate: 'write',
    summary: 'Deletes my e-mail address.',
    request: z.strictObject({}),
    reply: z.object({}),
    refusals: [],
  }),
  'POST /api/app/mail/confirm': endpoint({
    who: 'all',
    rate: 'write',
    summary: 'Confirms the address to which this token was sent; `not-found` once it was used, or after a day.',
    request: z.strictObject({ confirmToken: token }),
    reply: z.object({}),
    refusals: [],
  }),
  'POST /api/app/mail/stop': endpoint({
    who: 'all',
    rate: 'write',
    summary: 'Deletes the address that received this token in a mail; the same answer for an unknown one.',
    request: z.strictObject({ stopToken: token }),
    reply: z.object({}),
    refusals: [],
  }),
};
