import { LANGUAGES } from '@city-mint/domain/languages';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';

/** Events of which a browser can be notified while the page is closed. */
export const PUSH_EVENTS = ['opens', 'settled', 'stage', 'credited', 'sign-in'] as const;
export type PushEvent = (typeof PUSH_EVENTS)[number];

const pushUrl = z
  .string()
  .min(12, 'text-format')
  .max(1_000, 'text-too-long')
  .regex(/^https?:\/\/[!-~]+$/, 'text-format');
const choices = z.object({
  opens: z.boolean(),
  settled: z.boolean(),
  stage: z.boolean(),
  credited: z.boolean(),
  'sign-in': z.boolean(),
});

export const pushEndpoints = {
  'POST /api/app/push/key': endpoint({
    who: 'all',
    rate: 'read',
    summary: 'The key with which a browser subscribes to notices by web push; null where the system sends none.',
    request: z.strictObject({}),
    reply: z.object({ publicKey: z.string().nullable() }),
    refusals: [],
  }),
  'POST /api/app/user/pushEvents': endpoint({
    who: 'user',
    rate: 'read',
    summary: 'The events of which a browser of mine is notified by web push.',
    request: z.strictObject({ pushUrl }),
    reply: choices,
    refusals: [],
  }),
  'POST /api/app/user/pushSave': endpoint({
    who: 'user',
    rate: 'write',
    summary:
      'Notifies a browser of mine by web push of the events that are true; of none ends it. `pushUrl` and keys are ' +
      'those of its subscription. A user has at most ten browsers: the oldest is replaced.',
    request: z.strictObject({
      pushUrl,
      p256dh: z.string().regex(/^[A-Za-z0-9_-]{87}$/, 'text-format'),
      auth: z.string().regex(/^[A-Za-z0-9_-]{22}$/, 'text-format'),
      language: z.enum(LANGUAGES),
      opens: z.boolean(),
      settled: z.boolean(),
      stage: z.boolean(),
      credited: z.boolean(),
      'sign-in': z.boolean(),
    }),
    reply: choices,
    refusals: [],
  }),
  'POST /api/app/push/stop': endpoint({
    who: 'all',
    rate: 'write',
    summary: 'Ends the notices of the browser that received this token in one; the same answer for an unknown one.',
    request: z.strictObject({ stopToken: z.string().regex(/^[0-9a-f]{64}$/, 'text-format') }),
    reply: z.object({}),
    refusals: [],
  }),
};
