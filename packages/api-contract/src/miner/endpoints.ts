import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { amount, checkRange, exchangeUid, id, pageOf, pageRequest, signatureInput, time, timeInput } from '../wire.ts';

export const minerEndpoints = {
  'POST /api/biz/collect/ju/power': endpoint({
    who: 'user',
    rate: 'money',
    summary:
      'Claims compensation hash power. The first claim binds the exchange UID, confirmed by the signature of its confirmMessage; later failures are claimed without asking.',
    request: z.strictObject({
      /** With the first claim. */
      uid: exchangeUid.optional(),
      nonce: z
        .string()
        .regex(/^[0-9a-f]{32}$/, 'text-format')
        .optional(),
      sign_hex: signatureInput.optional(),
    }),
    reply: z.object({
      /** Hash power that waits to be claimed, that was claimed, and of that what the exchange acknowledged. */
      pending: amount,
      claimed: amount,
      sent: amount,
      uid: z.string().nullable(),
    }),
    refusals: [
      'uid-required',
      'uid-already-bound',
      'nothing-to-claim',
      'uid-taken',
      'nonce-used-or-unknown',
      'message-expired',
      'signature-invalid',
      'try-again',
    ],
  }),
  'POST /api/biz/fmc/machines': endpoint({
    who: 'user',
    rate: 'read',
    summary: 'My machines, newest first, with totals over all of them.',
    request: z.strictObject({ ...pageRequest }),
    reply: pageOf(
      z.object({
        machineId: id,
        hashRate: amount,
        /** The failed order whose compensation hash power it is. */
        source: z.object({ orderId: id, roundId: id, city: z.string(), phase: z.int(), number: z.int() }),
        claimedAt: time,
        /** It mines from the beginning of the one UTC day until the beginning of the other. */
        since: time,
        until: time,
        output: amount,
        lastMinedDay: time.nullable(),
        /** Status of its grant to the exchange: alarm = it is under investigation. */
        grant: z.enum(['waiting', 'acknowledged', 'alarm']),
      }),
    ).extend({
      totals: z.object({
        machines: z.int(),
        /** Hash rate that mines today, and its part of all that do, from 0 to 1. */
        hashRate: amount,
        share: amount,
        /** What a day releases at most (FMC), and from which hash power on; with less, proportionally less. */
        dailyEmission: amount,
        fullHash: amount,
        output: amount,
        lastMinedDay: time.nullable(),
        pending: amount,
        claimed: amount,
        sent: amount,
        uid: z.string().nullable(),
      }),
    }),
    refusals: [],
  }),
  'POST /api/biz/fmc/mining': endpoint({
    who: 'user',
    rate: 'read',
    summary: 'What each of my machines mined on each UTC day, newest first.',
    request: z
      .strictObject({ from: timeInput.optional(), to: timeInput.optional(), ...pageRequest })
      .superRefine(checkRange),
    reply: pageOf(
      z.object({
        /** The beginning of the UTC day. */
        day: time,
        machineId: id,
        hashRate: amount,
        /** Its part of all hash rates of the day, from 0 to 1. */
        share: amount,
        output: amount,
        currency: z.literal('FMC'),
        source: z.literal('emission'),
        rule: z.string(),
      }),
    ),
    refusals: [],
  }),
};
