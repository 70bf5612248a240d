import { STATEMENT_KINDS } from '@city-mint/domain/ledger/statement-kinds';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { orderState, roundState } from '../rounds/endpoints.ts';
import { nodeType, teamLevel } from '../team/endpoints.ts';
import {
  address,
  addressInput,
  amount,
  checkRange,
  currency,
  exchangeUid,
  hash,
  id,
  pageOf,
  pageRequest,
  signedAmount,
  time,
  timeInput,
} from '../wire.ts';
import { cityName } from './offer-endpoints.ts';
import { transfer } from './transfer-endpoints.ts';

/** Kinds of transfers from or to a participant's own accounts; fees and losses go from round to system. */
const userTransferKind = z.enum(STATEMENT_KINDS.filter((kind) => kind !== 'mint-fee' && kind !== 'loss'));

const UNKNOWN_ADDRESS = ['unknown-address'] as const;

/** Whose page, and the page of one of its lists. */
const pageOfParticipant = { address: addressInput, ...pageRequest };
const period = { from: timeInput.optional(), to: timeInput.optional() };

const balances = z.array(
  z.object({ currency, available: amount, inRounds: amount, withdrawing: amount, vesting: amount, total: amount }),
);

const lists = {
  'POST /api/ops/participants/orders': endpoint({
    who: 'ops',
    rate: 'read',
    summary:
      'Lists the orders of a participant, newest first; `state` minted, failed or cancelled selects by outcome, ' +
      'even after the order has ended. `from` and `to` are of the time of joining.',
    request: z
      .strictObject({ ...pageOfParticipant, state: orderState.optional(), city: cityName.optional(), ...period })
      .superRefine(checkRange),
    reply: pageOf(
      z.object({
        orderId: id,
        roundId: id,
        cityId: id,
        city: z.string(),
        phase: z.int(),
        number: z.int(),
        roundState,
        state: orderState,
        /** Its outcome; null until it is known. */
        outcome: z.enum(['minted', 'failed', 'cancelled']).nullable(),
        accepted: amount,
        rank: z.int(),
        joinedAt: time,
        late: z.boolean(),
        automatic: z.boolean(),
        fmcPaid: amount,
        fmcDue: amount,
        /** JU returned less JU joined with; null until the round is settled. */
        netJu: signedAmount.nullable(),
      }),
    ),
    refusals: UNKNOWN_ADDRESS,
  }),
  'POST /api/ops/participants/transfers': endpoint({
    who: 'ops',
    rate: 'heavy',
    summary:
      'Lists every transfer of the ledger from or to the accounts of a participant, newest first, with both ' +
      'accounts, their balances afterwards and its source.',
    request: z
      .strictObject({
        ...pageOfParticipant,
        kind: userTransferKind.optional(),
        currency: currency.optional(),
        account: z.enum(['available', 'withdrawing']).optional(),
        ...period,
      })
      .superRefine(checkRange),
    reply: pageOf(transfer),
    refusals: UNKNOWN_ADDRESS,
  }),
  'POST /api/ops/participants/directs': endpoint({
    who: 'ops',
    rate: 'read',
    summary:
      'Lists the direct referrals of a participant: the newest first, or those with any performance by the ' +
      'performance of their leg, the largest first.',
    request: z.strictObject({ ...pageOfParticipant, order: z.enum(['newest', 'performance']).default('newest') }),
    reply: pageOf(
      z.object({
        address,
        boundAt: time,
        nodeType,
        teamLevel,
        ownPerformance: amount,
        teamPerformance: amount,
        earnedForInviter: amount,
      }),
    ),
    refusals: UNKNOWN_ADDRESS,
  }),
  'POST /api/ops/participants/recharges': endpoint({
    who: 'ops',
    rate: 'read',
    summary: 'Lists the credited recharges of a participant, newest first.',
    request: z.strictObject({ ...pageOfParticipant, currency: currency.optional(), ...period }).superRefine(checkRange),
    reply: pageOf(
      z.object({
        rechargeId: id,
        currency,
        amount,
        at: time,
        creditedAt: time,
        blockNumber: z.string(),
        txHash: hash,
        gasFee: amount.nullable(),
      }),
    ),
    refusals: UNKNOWN_ADDRESS,
  }),
  'POST /api/ops/participants/machines': endpoint({
    who: 'ops',
    rate: 'read',
    summary: 'Lists the machines of a participant with the grant of each to the exchange, newest first.',
    request: z.strictObject(pageOfParticipant),
    reply: pageOf(
      z.object({
        machineId: id,
        hashRate: amount,
        source: z.object({ orderId: id, roundId: id, city: z.string(), phase: z.int(), number: z.int() }),
        claimedAt: time,
        /** It mines from the beginning of the one UTC day until the beginning of the other. */
        since: time,
        until: time,
        output: amount,
        grant: z.object({
          grantId: z.string(),
          uid: z.string(),
          state: z.enum(['waiting', 'acknowledged', 'alarm']),
          attempts: z.int(),
          dueAt: time,
          lastError: z.string().nullable(),
          acknowledgedAt: time.nullable(),
        }),
      }),
    ),
    refusals: UNKNOWN_ADDRESS,
  }),
  'POST /api/ops/participants/sessions': endpoint({
    who: 'ops',
    rate: 'read',
    summary: 'Lists the stored sessions of a participant, newest first, without their tokens.',
    request: z.strictObject(pageOfParticipant),
    reply: pageOf(
      z.object({
        sessionId: id,
        createdAt: time,
        lastUsedAt: time,
        expiresAt: time,
        endedAt: time.nullable(),
        endReason: z.string().nullable(),
        isOpen: z.boolean(),
      }),
    ),
    refusals: UNKNOWN_ADDRESS,
  }),
};

/** Participants as operators see them: read-only, nothing secret, and each reading is logged. */
export const participantEndpoints = {
  'POST /api/ops/participants': endpoint({
    who: 'ops',
    rate: 'read',
    summary:
      'Lists participants with their available balances, newest first; with the beginning of an address, those ' +
      'that match it, by address.',
    request: z.strictObject({
      prefix: z
        .string()
        .regex(/^0[xX][0-9a-fA-F]{0,40}$/, 'address-format')
        .optional(),
      ...pageRequest,
    }),
    reply: pageOf(
      z.object({
        address,
        registeredAt: time,
        consentAt: time.nullable(),
        availableJu: amount,
        availableFmc: amount,
      }),
    ),
    refusals: [],
  }),
  'POST /api/ops/participants/find': endpoint({
    who: 'ops',
    rate: 'read',
    summary:
      'Finds the rows that a text may name, with their owner: an account at the exchange, a transaction or ' +
      'voucher, a withdrawal or an order by its number.',
    request: z.strictObject({
      text: z.string().regex(/^(0x[0-9a-fA-F]{64}|[0-9]{1,19})$/, 'text-format'),
    }),
    reply: z.object({
      found: z.array(
        z.object({
          kind: z.enum(['exchange-account', 'recharge', 'withdrawal', 'payment', 'order']),
          id: z.string(),
          address,
        }),
      ),
    }),
    refusals: [],
  }),
  'POST /api/ops/participants/detail': endpoint({
    who: 'ops',
    rate: 'read',
    summary:
      'Retrieves a participant: balances per currency, team, limits of withdrawals, the account at the exchange, ' +
      'accepted disclosures.',
    request: z.strictObject({ address: addressInput }),
    reply: z.object({
      address,
      registeredAt: time,
      balances,
      team: z.object({
        inviter: z.object({ address, boundAt: time }).nullable(),
        nodeType,
        teamLevel,
        rewardLevel: teamLevel,
        performanceLevel: teamLevel,
        directCount: z.int(),
        joinedDirectCount: z.int(),
        teamCount: z.int(),
        ownPerformance: amount,
        teamPerformance: amount,
        smallAreaPerformance: amount,
        rewards: amount,
      }),
      exchange: z.object({
        account: z.object({ uid: exchangeUid, boundAt: time }).nullable(),
        /** The one that waits for the exchange, or that it rejected, or confirmed for another address. */
        confirmation: z
          .object({
            uid: exchangeUid,
            state: z.enum(['waiting', 'rejected', 'taken']),
            askedAt: time,
            attempts: z.int(),
            lastError: z.string().nullable(),
          })
          .nullable(),
        hashPower: z.object({ pending: amount, claimed: amount, sent: amount }),
      }),
      withdrawals: z.object({
        limits: z.array(
          z.object({
            currency,
            rules: z.array(
              z.object({
                rule: z.enum(['per-withdrawal', 'per-user-day', 'per-day', 'share-of-day']),
                limit: amount,
                left: amount,
              }),
            ),
            left: amount,
          }),
        ),
        /** Until when the participant waits because vouchers expired; null = not. */
        coolsUntil: time.nullable(),
        /** The addresses that were asked for, newest first, and from when on each may be used. */
        recipients: z.array(z.object({ address, freeAt: time })),
      }),
      /** Newest first. */
      consents: z.array(z.object({ version: z.int(), hash, publishedAt: time, acceptedAt: time, isLast: z.boolean() })),
    }),
    refusals: UNKNOWN_ADDRESS,
  }),
  ...lists,
};
