import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { amount, checkRange, exchangeUid, id, pageOf, pageRequest, signatureInput, time, timeInput } from '../wire.ts';

const account = {
  /** The account that the exchange confirmed. */
  uid: z.string().nullable(),
  /** The one that waits for the exchange, or that it rejected, or confirmed while it is bound to another address. */
  confirmation: z.object({ uid: z.string(), state: z.enum(['waiting', 'rejected', 'taken']) }).nullable(),
};

export const minerEndpoints = {
  'POST /api/biz/collect/ju/power': endpoint({
    who: 'user',
    rate: 'money',
    summary:
      'Claims compensation hash power. It needs an account that the exchange has confirmed: name it with the ' +
      'code that the exchange shows for this address and the signature of its confirmMessage. Once the exchange ' +
      'confirms it, all hash power is claimed, and that of later failures automatically.',
    request: z.strictObject({
      /** Until the exchange has confirmed an account. */
      uid: exchangeUid.optional(),
      /** The code that the exchange shows the account owner for this address. */
      code: z
        .string()
        .regex(/^[A-Za-z0-9]{4,32}$/, 'text-format')
        .optional(),
      nonce: z
        .string()
        .regex(/^[0-9a-f]{32}$/, 'text-format')
        .optional(),
      sign_hex: signatureInput.optional(),
    }),
    reply: z.object({
      /** Hash power that is claimable, claimed, and of the claimed the part that the exchange acknowledged. */
      pending: amount,
      claimed: amount,
      sent: amount,
      ...account,
    }),
    refusals: [
      'uid-required',
      'uid-pending',
      'uid-rejected',
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
        /** Hash rate of all machines that mine today, and what mine receive for today as it is now (FMC). */
        networkHashRate: amount,
        expectedToday: amount,
        /** The most that a day releases (FMC), and the hash power that earns it; less earns proportionally less. */
        dailyEmission: amount,
        fullHash: amount,
        output: amount,
        lastMinedDay: time.nullable(),
        pending: amount,
        claimed: amount,
        sent: amount,
        ...account,
      }),
    }),
    refusals: [],
  }),
  'POST /api/biz/fmc/days': endpoint({
    who: 'user',
    rate: 'read',
    summary: 'Returns the output of all my machines on each of the last UTC days before today, oldest first.',
    request: z.strictObject({
      days: z.int({ error: 'wrong-type' }).min(1, 'value-not-allowed').max(100, 'value-not-allowed'),
    }),
    reply: z.object({
      days: z.array(
        z.object({
          /** The beginning of the UTC day. */
          day: time,
          hashRate: amount,
          /** Its part of all hash rates of the day, from 0 to 1. */
          share: amount,
          output: amount,
        }),
      ),
      total: amount,
    }),
    refusals: [],
  }),
  'POST /api/biz/fmc/day': endpoint({
    who: 'user',
    rate: 'read',
    summary:
      'What my machines mined on a paid UTC day, with all figures that it is computed from: for each machine ' +
      'floor(emission × its hash rate ÷ networkHashRate).',
    request: z.strictObject({ day: timeInput }),
    reply: z.object({
      /** The settings of the day, and the emission that remained before it: they decide `emission` (FMC). */
      dailyEmission: amount,
      fullHash: amount,
      emissionRemaining: amount,
      emission: amount,
      /** Hash rate of all machines of the day. */
      networkHashRate: amount,
      /** The hash rates of my machines, the largest first, with the number of machines that have it; at most 200. */
      machines: z.array(z.object({ hashRate: amount, count: z.int() })),
      /** My machines of the day, also those that are not listed, and their hash rate together. */
      count: z.int(),
      hashRate: amount,
    }),
    refusals: ['not-found'],
  }),
  'POST /api/biz/fmc/mining': endpoint({
    who: 'user',
    rate: 'read',
    summary: 'Lists the output of each of my machines on each UTC day, newest first.',
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
