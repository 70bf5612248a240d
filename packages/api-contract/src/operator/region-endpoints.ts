import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { regionName, time } from '../wire.ts';
import { actCall } from './operator-action.ts';

/** Where joining and inviting are allowed. */
export const operatorRegionEndpoints = {
  'POST /api/ops/regions': endpoint({
    who: 'ops',
    rate: 'read',
    summary: 'What is allowed in which region; `default` is every one that is not listed.',
    request: z.strictObject({}),
    reply: z.object({
      regions: z.array(
        z.object({ region: regionName, joiningAllowed: z.boolean(), referralAllowed: z.boolean(), changedAt: time }),
      ),
    }),
    refusals: [],
  }),
  'POST /api/ops/regions/set': actCall({
    summary: 'Sets what is allowed in a region; what allows more than before waits for a second operator.',
    fields: { region: regionName, joiningAllowed: z.boolean(), referralAllowed: z.boolean() },
    refusals: ['nothing-changes'],
  }),
};
