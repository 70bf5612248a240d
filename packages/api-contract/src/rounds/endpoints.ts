import { JOIN_REFUSALS } from '@city-mint/domain/rounds/decide-join';
import { ORDER_STATES } from '@city-mint/domain/rounds/order-state';
import { ROUND_STATES } from '@city-mint/domain/rounds/round-state';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { anchoring } from '../proof/anchoring.ts';
import {
  amount,
  amountInput,
  bps,
  country,
  hash,
  id,
  pageOf,
  pageRequest,
  requestId,
  signedAmount,
  systemPart,
  time,
} from '../wire.ts';
import { PREVIEW_REFUSALS, preview } from './join-preview.ts';
import { inclusion, settlement } from './order-settlement.ts';
import { orderTotals } from './order-totals.ts';
import { ownInRound, ownInRoundRequest } from './own-in-round.ts';
import { ownOutcomes, ownOutcomesRequest } from './own-outcomes.ts';
import { readPlainJoin } from './plain-join.ts';
import { settlementFile } from './settlement-files.ts';
import { terms } from './terms.ts';

export const roundState = z.enum(ROUND_STATES);
const window = {
  /** The end of the window: later than in the terms by the time for which joins were paused. */
  closesAt: time,
  /** Since when the window is stopped, because joins are paused; null = it runs, or is not open. */
  pausedSince: time.nullable(),
};

/** The outcome of a round; null until it is known. */
export const roundOutcome = z.enum(['minted', 'failed', 'cancelled']);
export const cancelledBy = z.enum(['operators', 'pause', 'suspension', 'revocation']);

/** What lists of rounds say of each. */
export const roundInBrief = {
  roundId: id,
  phase: z.int(),
  number: z.int(),
  state: roundState,
  opensAt: time,
  ...window,
  quota: amount,
  filled: amount,
  orders: z.int(),
  outcome: roundOutcome.nullable(),
};
export const orderState = z.enum(ORDER_STATES);

/** A round as lists and the city page show it. */
export const round = z.object({
  roundId: id,
  cityId: id,
  city: z.string(),
  phase: z.int(),
  number: z.int(),
  state: roundState,
  opensAt: time,
  ...window,
  remainingMs: z.int(),
  quota: amount,
  minimum: amount,
  walletMaximum: amount,
  filled: amount,
  orders: z.int(),
  mintAmount: amount,
  expectedFmc: amount.nullable(),
  maximumLoss: amount,
  /** Share of that loss that the reserve would cover, once rounds that end before have drawn `drawnFirst` JU of it. */
  coverageBps: bps,
  drawnFirst: amount,
  nextPhaseTime: time.nullable(),
  settledAt: time.nullable(),
  outcome: roundOutcome.nullable(),
  endedAt: time.nullable(),
  /** Why: by two operators, a pause of joins or a suspension that was too long, or because its plan was revoked. */
  cancellation: z.object({ by: cancelledBy, reason: z.string() }).nullable(),
});

/** An order as its owner sees it. Settlement fields are null until the round is settled. */
export const order = z.object({
  orderId: id,
  roundId: id,
  city: z.string(),
  phase: z.int(),
  number: z.int(),
  roundState,
  state: orderState,
  asked: amount,
  accepted: amount,
  rank: z.int(),
  reverseRank: z.int(),
  joinedAt: time,
  /** It joined in the last part of the window (`lateBps`): compensated after all that did not. */
  late: z.boolean(),
  automatic: z.boolean(),
  outcome: roundOutcome.nullable(),
  fmcPaid: amount,
  fmcDue: amount,
  estimatedFmc: amount.nullable(),
  maximumLoss: amount.nullable(),
  /** The net result in JU: returned and paid so far, less joined. */
  netJu: signedAmount.nullable(),
  /** The terms of its round cannot be read by this release: nothing is estimated, and its details are refused. */
  unreadable: z.boolean(),
});

/** An order in the list, with the result of its round, which the moment of settlement shows. */
const listedOrder = order.extend({ cityId: id, settlement: settlement.nullable() });

/** Of FMC in JU: `now` is the mean over the last hour, `spot` the pool's own after its last final change. */
const price = z.object({
  now: z.string().nullable(),
  spot: z.string().nullable(),
  dayBps: z.int().nullable(),
  weekBps: z.int().nullable(),
  monthBps: z.int().nullable(),
  sampledAt: time.nullable(),
});

export const roundsEndpoints = {
  'GET /api/app/home': endpoint({
    who: 'all',
    rate: 'read',
    summary: 'Returns the content of the home screen, with the clock of the server.',
    request: z.strictObject({}),
    reply: z.object({
      serverTime: time,
      firstRound: z.object({ opensAt: time, city: z.string(), phase: z.int(), number: z.int() }).nullable(),
      openRounds: z.array(round),
      /** Parts that are paused now. Swaps go from wallet to pool, so only the page can block them. */
      paused: z.array(systemPart),
      /** The permissions of the caller's region; null = the region is unknown. */
      region: z.object({ country: country.nullable(), joiningAllowed: z.boolean(), referralAllowed: z.boolean() }),
      price,
      results90d: z.object({
        minted: z.int(),
        failed: z.int(),
        walletsUp: z.int(),
        walletsDown: z.int(),
        /** Of one wallet in one round, in JU without rewards and in FMC, 0 where it failed. */
        medianNet: signedAmount.nullable(),
        medianFmc: amount.nullable(),
      }),
    }),
    refusals: [],
  }),
  'GET /api/app/warehouses': endpoint({
    who: 'all',
    rate: 'read',
    summary: 'The cities, each with its place, phases, open and next round and its results.',
    request: z.strictObject({}),
    reply: z.object({
      cities: z.array(
        z.object({
          cityId: id,
          name: z.string(),
          latitude: z.number(),
          longitude: z.number(),
          phase: z.int().nullable(),
          openRound: round.nullable(),
          nextRound: round.nullable(),
          roundsMinted: z.int(),
          roundsFailed: z.int(),
        }),
      ),
    }),
    refusals: [],
  }),
  'POST /api/app/last/crowdfund': endpoint({
    who: 'all',
    rate: 'read',
    summary: 'Returns the latest round, of one city or of all: the open one, else the next, else the last one.',
    request: z.strictObject({ cityId: id.optional(), roundId: id.optional() }),
    reply: z.object({
      serverTime: time,
      round: round.nullable(),
      terms: terms.nullable(),
      termsHash: hash.nullable(),
      reserve: amount,
    }),
    refusals: ['not-found', 'terms-unreadable'],
  }),
  'POST /api/app/preview': endpoint({
    who: 'all',
    rate: 'read',
    summary: 'Estimates the payments of a join on success and its cost on failure at 40, 70 and 99 % of the quota.',
    request: z.strictObject({ roundId: id, amount: amountInput }),
    reply: preview,
    refusals: PREVIEW_REFUSALS,
  }),
  'POST /api/biz/preview': endpoint({
    who: 'user',
    rate: 'read',
    summary: 'Returns the same for my wallet: my orders in the round count towards its maximum.',
    request: z.strictObject({ roundId: id, amount: amountInput }),
    reply: preview,
    refusals: PREVIEW_REFUSALS,
  }),
  'POST /api/biz/crowdfund': endpoint({
    who: 'user',
    rate: 'join',
    summary: 'Joins a round. Idempotent: the same requestId returns the same answer and moves no money.',
    request: z.strictObject({ roundId: id, amount: amountInput, termsHash: hash, requestId }),
    readPlain: readPlainJoin,
    reply: z.object({
      orderId: id,
      roundId: id,
      rank: z.int(),
      asked: amount,
      accepted: amount,
      joinedAt: time,
      late: z.boolean(),
    }),
    refusals: ['not-found', 'request-id-reused', ...JOIN_REFUSALS],
  }),
  'POST /api/biz/mine/mint': endpoint({
    who: 'user',
    rate: 'read',
    summary:
      'Lists my orders, newest first; `status` minted, failed or cancelled selects by outcome, even after the ' +
      'order has ended.',
    request: z.strictObject({ status: orderState.optional(), ...pageRequest }),
    reply: pageOf(listedOrder),
    refusals: [],
  }),
  'POST /api/biz/mint/outcomes': endpoint({
    who: 'user',
    rate: 'read',
    summary:
      'Returns the ids of all rounds in which I have unsettled orders, and the sums of my orders in the settled ones ' +
      'of `roundIds`.',
    request: ownOutcomesRequest,
    reply: ownOutcomes,
    refusals: [],
  }),
  'POST /api/biz/mint/inRound': endpoint({
    who: 'user',
    rate: 'read',
    summary: 'Returns the sums of my orders in one round, with the first of them by rank; zeros without orders.',
    request: ownInRoundRequest,
    reply: ownInRound,
    refusals: [],
  }),
  'POST /api/biz/mint/totals': endpoint({
    who: 'user',
    rate: 'read',
    summary:
      'Returns the amounts and outcomes of all my orders, and the results of the latest 30 days on which rounds ' +
      'were settled.',
    request: z.strictObject({}),
    reply: orderTotals,
    refusals: [],
  }),
  'POST /api/biz/mint/detail': endpoint({
    who: 'user',
    rate: 'read',
    summary: 'One of my orders with its round, its terms and its settlement.',
    request: z.strictObject({ orderId: id }),
    reply: z.object({
      order,
      round,
      terms,
      termsHash: hash,
      settlement: settlement.nullable(),
      inclusion: inclusion.nullable(),
      /** The published settlement of its round; empty until it is written. */
      files: z.array(settlementFile),
    }),
    refusals: ['not-found', 'terms-unreadable'],
  }),
  'GET /api/app/rounds/:roundId/settlement': endpoint({
    who: 'all',
    rate: 'heavy',
    summary:
      'The settlement of a settled round: its input and its result, for anyone to recompute, and the files with the same.',
    request: z.strictObject({ roundId: id }),
    reply: z.object({
      roundId: id,
      termsHash: hash,
      /** The same as files, which every round has, whatever its size. */
      files: z.array(settlementFile),
      /** Null for a round of more than 2,000 orders. */
      input: z.json(),
      result: z.json(),
      /** Root of the tree over all orders' results; null for the moment until it is made. */
      merkleRoot: hash.nullable(),
      /** The anchoring of the root; null without a root, or for a round without orders. */
      anchoring: anchoring.nullable(),
    }),
    refusals: ['not-found', 'not-settled'],
  }),
};
