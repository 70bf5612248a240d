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

/** The operator's first screen, a call for each of its parts: one that cannot be read leaves the others. */
export const overviewEndpoints = {
  'POST /api/ops/overview/waiting': endpoint({
    who: 'ops',
    rate: 'read',
    summary: 'Retrieves the work that waits for operators, and the paused parts. Counts stop at 1,000.',
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
    }),
    refusals: [],
  }),
  'POST /api/ops/overview/alarms': endpoint({
    who: 'ops',
    rate: 'read',
    summary: 'Lists the newest alarms, and the findings of the health checks.',
    request: z.strictObject({}),
    reply: z.object({
      readAt: time,
      /** Newest first. */
      alarms: z.array(z.object({ kind: z.enum(['pause', 'chain', 'journal']), raisedAt: time })),
      checks: z.array(check),
    }),
    refusals: [],
  }),
  'POST /api/ops/overview/money': endpoint({
    who: 'ops',
    rate: 'read',
    summary: 'Retrieves the transfers of the ledger since midnight UTC, by kind and currency.',
    request: z.strictObject({}),
    reply: z.object({
      readAt: time,
      /** By kind of transfer and currency, since `from`; null until they were counted for the first time. */
      money: z
        .object({
          from: time,
          countedAt: time,
          flows: z.array(z.object({ kind: z.string(), currency, amount, transfers: z.int() })),
        })
        .nullable(),
    }),
    refusals: [],
  }),
  'POST /api/ops/overview/rounds': endpoint({
    who: 'ops',
    rate: 'read',
    summary: 'Lists the open rounds, those that close first, first.',
    request: z.strictObject({}),
    reply: z.object({
      readAt: time,
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
    }),
    refusals: [],
  }),
  'POST /api/ops/overview/chain': endpoint({
    who: 'ops',
    rate: 'read',
    summary: 'Retrieves how far the chain is read, and how many nodes are left out.',
    request: z.strictObject({}),
    reply: z.object({
      readAt: time,
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
    }),
    refusals: [],
  }),
  'POST /api/ops/overview/journal': endpoint({
    who: 'ops',
    rate: 'read',
    summary: 'Retrieves how far the journal of the ledger is sealed, and its integrity error.',
    request: z.strictObject({}),
    reply: z.object({
      readAt: time,
      journal: z.object({ entries: z.string(), unsealedSeconds: z.number(), integrityError: z.string().nullable() }),
    }),
    refusals: [],
  }),
};
