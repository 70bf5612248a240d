import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { amount, currency, id, systemPart, time } from '../wire.ts';

/** Counts stop here: a room says "1,000 or more" and lists them. */
export const MOST_COUNTED = 1_000;

/** How many of the newest alarms are listed. */
export const MOST_ALARMS = 10;

/** A number of rows, up to `MOST_COUNTED`. */
const count = z.int().min(0).max(MOST_COUNTED);

/** A problem, as a code with its figures; `detail` is the system's own record of a fault, in English. */
export const healthProblem = z.object({
  code: z.enum([
    'integrity-error',
    'unsealed',
    'roots-differ',
    'roots-unsigned',
    'roots-not-final',
    'never-read',
    'reading-halted',
    'reading-stopped',
  ]),
  count: z.int().optional(),
  seconds: z.int().optional(),
  detail: z.string().optional(),
});
export type HealthProblem = z.output<typeof healthProblem>;

/** The result of a health check; `problem` null = all is well. */
const check = z.object({ name: z.enum(['journal', 'anchors', 'indexer']), problem: healthProblem.nullable() });

/** The operator's first screen. */
export const overviewEndpoints = {
  'POST /api/ops/overview': endpoint({
    who: 'ops',
    rate: 'read',
    summary:
      'Retrieves work that waits for operators, alarms, the ledger’s transfers since midnight UTC, live rounds, ' +
      'and the health of chain and journal. Counts stop at 1,000.',
    request: z.strictObject({}),
    reply: z.object({
      readAt: time,
      waiting: z.object({
        /** Open proposals of other operators. */
        proposals: count,
        /** Open proposals of one’s own, which another operator confirms. */
        ownProposals: count,
        /** Withdrawals that wait for an approval. */
        withdrawals: count,
        grantsInAlarm: count,
        unknownPayments: count,
        unreadable: z.int(),
        roundsSuspended: count,
      }),
      pausedParts: z.array(z.object({ part: systemPart, reason: z.string().nullable(), since: time })),
      /** Newest first. */
      alarms: z.array(z.object({ kind: z.enum(['pause', 'chain', 'journal']), raisedAt: time })),
      checks: z.array(check),
      /** By kind of transfer and currency, since `from`; null until they were counted for the first time. */
      money: z
        .object({
          from: time,
          countedAt: time,
          flows: z.array(z.object({ kind: z.string(), currency, amount, transfers: z.int() })),
        })
        .nullable(),
      /** Those that close first, first; at most 50. */
      rounds: z.array(
        z.object({
          roundId: id,
          city: z.string(),
          phase: z.int(),
          number: z.int(),
          closesAt: time,
          pausedSince: time.nullable(),
          quota: amount,
          filled: amount,
          orders: z.int(),
        }),
      ),
      chain: z.object({
        sources: z.array(
          z.object({
            source: z.string(),
            blockNumber: z.string(),
            behind: z.string(),
            haltReason: z.string().nullable(),
            updatedAt: time,
          }),
        ),
        nodes: z.int(),
        nodesLeftOut: z.int(),
      }),
      journal: z.object({ entries: z.string(), unsealedSeconds: z.number(), integrityError: z.string().nullable() }),
    }),
    refusals: [],
  }),
};
