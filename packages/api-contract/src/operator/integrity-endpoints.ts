import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { address, addressInput, amount, currency, exchangeUid, hash, id, pageOf, pageRequest, time } from '../wire.ts';
import { paymentLines } from './booked-payments.ts';
import { operatorAction } from './operator-action.ts';

const grantState = z.enum(['waiting', 'acknowledged', 'alarm']);
/** An error exactly as it was read, so that a newer one is not confirmed with it. */
const readError = z.string().min(1, 'text-format').max(2_000, 'text-too-long');

/** What stops until an operator has reviewed it: grants with an alarm, a halted chain indexer; and the vault. */
export const integrityEndpoints = {
  'POST /api/ops/grants': endpoint({
    who: 'ops',
    rate: 'read',
    summary:
      'Lists grants of hash power to the exchange, newest first. ' +
      'In state `alarm` the exchange has answered inconsistently, and the grant needs a review.',
    request: z.strictObject({ state: grantState.optional(), address: addressInput.optional(), ...pageRequest }),
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
        lastError: z.string().nullable(),
        acknowledgedAt: time.nullable(),
      }),
    ),
    refusals: ['unknown-address'],
  }),
  'POST /api/ops/exchangeAccounts': endpoint({
    who: 'ops',
    rate: 'read',
    summary: 'Finds the address that an account at the exchange is bound to; null if it is bound to none.',
    request: z.strictObject({ uid: exchangeUid }),
    reply: z.object({ account: z.object({ address, boundAt: time }).nullable() }),
    refusals: [],
  }),
  'POST /api/ops/chain': endpoint({
    who: 'ops',
    rate: 'read',
    summary:
      'Retrieves the progress of indexing per event source of the chain, the reason of a halt, nodes that are ' +
      'left out because they are silent, behind, or disagree with the majority, payments of the vault that the ' +
      'ledger did not know and has not booked in full, and the vault as a worker last read it; null before the ' +
      'first read.',
    request: z.strictObject({}),
    reply: z.object({
      at: time,
      sources: z.array(
        z.object({
          source: z.string(),
          blockNumber: z.string(),
          blockHash: hash,
          lastSequence: z.string(),
          blockAt: time,
          haltReason: z.string().nullable(),
          updatedAt: time,
          /** The nodes' head at the last poll; null before the first one. */
          headNumber: z.string().nullable(),
          headAt: time.nullable(),
          finalizedNumber: z.string().nullable(),
          confirmationsNeeded: z.int().nullable(),
        }),
      ),
      nodes: z.array(
        z.object({
          name: z.string(),
          state: z.enum(['agrees', 'behind', 'silent', 'unclear', 'disagrees']),
          what: z.string().nullable(),
          since: time,
          reportedAt: time,
        }),
      ),
      unknownPayments: z.array(
        z.object({
          sequence: id,
          voucherId: hash,
          account: address,
          recipient: address,
          currency,
          amount,
          txHash: hash,
          blockAt: time,
          examinedAt: time.nullable().meta({
            description: 'when its voucher was examined; until then it is neither proven nor booked',
          }),
          voucherSigner: address.nullable(),
          proven: z.boolean(),
          bookedAgainst: z.enum(['account', 'treasury']).nullable(),
          covered: amount,
        }),
      ),
      vault: z
        .object({
          address,
          blockNumber: z.string(),
          readAt: time,
          /** Whose vouchers it pays; with the zero address it pays none. */
          signer: address,
          /** Who signs each voucher a second time. */
          auditor: address,
          depositsPaused: z.boolean(),
          withdrawalsPaused: z.boolean(),
          lastSequence: z.string(),
          tokens: z.array(
            z.object({
              currency,
              listed: z.boolean(),
              minimumDeposit: amount,
              windowSeconds: z.int(),
              windowCap: amount,
              windowLeft: amount,
              ceilingSeconds: z.int(),
              ceilingCap: amount,
              accounted: amount,
            }),
          ),
        })
        .nullable(),
    }),
    refusals: [],
  }),
};

/** Actions on grants of hash power to the exchange, and on accounts there. */
export const grantActions = {
  'POST /api/ops/grants/release': operatorAction({
    summary:
      'Retries a grant in state `alarm` with the same grant id, after its review with the exchange. ' +
      'Requires confirmation by a second operator.',
    fields: { machineId: id },
    consequence: ['alarms'],
    refusals: ['not-found', 'grant-not-in-alarm'],
  }),
  'POST /api/ops/grants/resend': operatorAction({
    summary: 'Retries a waiting grant now, with the same grant id.',
    fields: { machineId: id },
    consequence: [],
    refusals: ['not-found', 'grant-not-waiting'],
  }),
  'POST /api/ops/exchangeAccounts/free': operatorAction({
    summary:
      'Frees the account at the exchange that is bound to an address: nothing more is sent to it, and the ' +
      'address and the account’s owner can each bind an account that the exchange confirms. Requires ' +
      'confirmation by a second operator.',
    fields: { address: addressInput },
    consequence: [],
    refusals: ['unknown-address', 'account-not-bound'],
  }),
};

/** Actions on the chain indexer and on the journal of the ledger. */
export const integrityActions = {
  'POST /api/ops/chain/resume': operatorAction({
    summary:
      'Resumes halted indexing. `haltReason` is the reason exactly as it was read; `blockHash` is the new hash ' +
      'where a block was replaced below finality, else null. Requires confirmation by a second operator.',
    fields: { source: z.enum(['vault', 'swap']), haltReason: readError, blockHash: hash.nullable() },
    consequence: [],
    refusals: ['halt-reason-mismatch', 'block-not-changed'],
  }),
  'POST /api/ops/chain/book': operatorAction({
    summary:
      'Books payments of the vault that the ledger did not know, up to 500 with one signature of each operator, all or ' +
      'none: each against the account that redeemed its voucher, if that is proven, as far as its balance is ' +
      'sufficient when the payment is read, else against the treasury (FMC: the emission); or all against the ' +
      'treasury. None before it is examined. Each line is a payment: its number, amount and account, “89: 12.5 JU of ' +
      '0x…”. Indexing resumes once no payment is undecided. Requires confirmation by a second operator.',
    fields: { payments: paymentLines, against: z.enum(['account', 'treasury']) },
    consequence: ['against', 'amount', 'fmc', 'payments', 'wallets', 'short', 'others'],
    refusals: ['payment-differs', 'payment-booked', 'payment-not-examined', 'payment-not-proven'],
  }),
  'POST /api/ops/journal/acknowledge': operatorAction({
    summary:
      'Acknowledges the integrity error of the journal, exactly as it was read. An error that persists is found ' +
      'again within minutes. Requires confirmation by a second operator.',
    fields: { integrityError: readError },
    consequence: [],
    refusals: ['integrity-error-mismatch'],
  }),
};
