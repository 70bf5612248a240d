import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { address, amount, exchangeUid, hash, id, pageOf, pageRequest, time } from '../wire.ts';
import { operatorWithdrawal } from './content-endpoints.ts';
import { actCall } from './operator-action.ts';

const grantState = z.enum(['waiting', 'acknowledged', 'alarm']);
/** What an operator has looked into, word for word as it was read, so that nothing newer is let pass with it. */
const lookedInto = z.string().min(1, 'text-format').max(2_000, 'text-too-long');

/** The operator's calls for what stands still until a person has looked. */
export const operatorRepairEndpoints = {
  'POST /api/ops/grants': endpoint({
    who: 'ops',
    rate: 'read',
    summary:
      'Grants of hash power to the exchange, newest first; `alarm` = the exchange answered wrongly and a person has to look.',
    request: z.strictObject({ state: grantState.optional(), ...pageRequest }),
    reply: pageOf(
      z.object({
        machineId: id,
        grantId: z.string(),
        address,
        uid: exchangeUid,
        hashRate: amount,
        state: grantState,
        attempts: z.int(),
        dueAt: time,
        problem: z.string().nullable(),
        acknowledgedAt: time.nullable(),
      }),
    ),
    refusals: [],
  }),
  'POST /api/ops/grants/release': actCall({
    summary: 'Proposes that a grant with an alarm is sent again under its id, after a look into it with the exchange.',
    fields: { machineId: id },
    refusals: ['not-found', 'no-alarm'],
  }),
  'POST /api/ops/grants/resend': actCall({
    summary: 'Sends a grant that waits for its next attempt at once, under its id.',
    fields: { machineId: id },
    refusals: ['not-found', 'grant-not-waiting'],
  }),
  'POST /api/ops/chain': endpoint({
    who: 'ops',
    rate: 'read',
    summary: 'How far the chain was read for each source, and why its reading was halted.',
    request: z.strictObject({}),
    reply: z.object({
      sources: z.array(
        z.object({
          source: z.string(),
          blockNumber: z.string(),
          blockHash: hash,
          lastSequence: z.string(),
          haltedBecause: z.string().nullable(),
          lookedAt: time,
        }),
      ),
    }),
    refusals: [],
  }),
  'POST /api/ops/chain/resume': actCall({
    summary:
      'Proposes that a halted reading goes on; `because` as it was read; `blockHash` where a block was changed below finality, else null.',
    fields: { source: z.enum(['vault', 'swap']), because: lookedInto, blockHash: hash.nullable() },
    refusals: ['not-halted', 'block-not-changed'],
  }),
  'POST /api/ops/journal': endpoint({
    who: 'ops',
    rate: 'read',
    summary: 'What a look back found to be changed in the ledger’s journal; null = nothing.',
    request: z.strictObject({}),
    reply: z.object({ entries: z.string(), broken: z.string().nullable() }),
    refusals: [],
  }),
  'POST /api/ops/journal/acknowledge': actCall({
    summary:
      'Proposes to take note of that fault, `broken` as it was read; one that still stands is found again within minutes.',
    fields: { broken: lookedInto },
    refusals: ['not-broken'],
  }),
  'POST /api/ops/rounds/aside': actCall({
    summary: 'Sets a round aside: no step of it is taken, its money stays where it is, other rounds go on.',
    fields: { roundId: id },
    refusals: ['not-found', 'round-over', 'nothing-changes'],
  }),
  'POST /api/ops/rounds/goOn': actCall({
    summary: 'Proposes that a round which was set aside goes on.',
    fields: { roundId: id },
    refusals: ['not-found', 'nothing-changes'],
  }),
  'POST /api/ops/withdrawals/open': endpoint({
    who: 'ops',
    rate: 'read',
    summary: 'Withdrawals on their way out of the vault, with what the vault knows them by, oldest first.',
    request: z.strictObject({ ...pageRequest }),
    reply: pageOf(
      z.object({
        ...operatorWithdrawal,
        state: z.enum(['approved', 'signed']),
        voucherId: hash,
        deadline: time.nullable(),
        cancelAskedAt: time.nullable(),
      }),
    ),
    refusals: [],
  }),
  'POST /api/ops/withdrawals/cancel': actCall({
    summary:
      'Ends a withdrawal: given back at once where no voucher was signed, else no further one is, and cancelVoucher ends the last.',
    fields: { withdrawalId: id },
    refusals: ['not-found', 'withdrawal-not-open', 'nothing-changes'],
  }),
};
