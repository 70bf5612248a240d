import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { amount, id, pageOf, pageRequest, time } from '../wire.ts';
import { roundInBrief } from './endpoints.ts';

/** A round in lists of stored rounds. */
export const listedRound = {
  ...roundInBrief,
  /** Its stored terms cannot be read by this release: it takes no join and no step until they can. */
  unreadable: z.boolean(),
};

export const cityEndpoints = {
  'POST /api/app/rounds': endpoint({
    who: 'all',
    rate: 'read',
    summary: 'The rounds of a city, the latest published first.',
    request: z.strictObject({ cityId: id, ...pageRequest }),
    reply: pageOf(z.object(listedRound)),
    refusals: [],
  }),
  'POST /api/app/rounds/settled': endpoint({
    who: 'all',
    rate: 'read',
    summary: 'The rounds of all cities whose settlement is published, the latest settled first.',
    request: z.strictObject(pageRequest),
    reply: pageOf(z.object({ ...listedRound, city: z.string(), settledAt: time })),
    refusals: [],
  }),
  'POST /api/app/round/fill': endpoint({
    who: 'all',
    rate: 'read',
    summary:
      'Returns how a round filled: the raised amount at up to 60 times, at most two seconds old while it is ' + 'open.',
    request: z.strictObject({ roundId: id }),
    reply: z.object({
      opensAt: time,
      /** When its window ended; null while it is open or was not yet. */
      endedAt: time.nullable(),
      closesAt: time,
      quota: amount,
      points: z.array(z.object({ at: time, filled: amount, orders: z.int() })),
    }),
    refusals: ['not-found'],
  }),
};
