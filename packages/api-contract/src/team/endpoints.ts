import { isBoardName } from '@city-mint/domain/team/board-name';
import { NODE_TYPES } from '@city-mint/domain/team/node-type';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { address, addressInput, amount, nonceInput, pageOf, pageRequest, signatureInput, time } from '../wire.ts';

export const nodeType = z.enum(NODE_TYPES);
export const teamLevel = z.int().min(0).max(5);
export const leaderboard = z.enum(['recommendation', 'mint', 'liquidation']);
export const leaderboardPeriod = z.enum(['today', 'week', 'month', 'all']);

export const teamEndpoints = {
  'POST /api/biz/activate': endpoint({
    who: 'user',
    rate: 'write',
    summary:
      'Binds my inviter permanently, with the signature of the text that confirmMessage composed for it. ' +
      'boundAt is null while the binding is pending: repeat the call, or read the team, for the outcome.',
    request: z.strictObject({ superior: addressInput, sign_hex: signatureInput, nonce: nonceInput }),
    reply: z.object({ superior: address, boundAt: time.nullable() }),
    refusals: [
      'region-not-allowed',
      'nonce-used-or-unknown',
      'message-expired',
      'signature-invalid',
      'try-again',
      'already-bound',
      'unknown-address',
      'own-address',
      'below-yourself',
    ],
  }),
  'GET /api/biz/team': endpoint({
    who: 'user',
    rate: 'read',
    summary: 'Returns the network of the user: inviter, status, team, its performance, and the earnings from it.',
    request: z.strictObject({}),
    reply: z.object({
      address,
      superior: address.nullable(),
      /**
       * Without an inviter: whom I asked last to be bound to, while that is under way (`refusal` is null) and for a day
       * after it was refused, with the reason in the reader's language. Null otherwise.
       */
      binding: z.object({ superior: address, askedAt: time, refusal: z.string().nullable() }).nullable(),
      nodeType,
      /** The higher of the two that follow. */
      teamLevel,
      /** Granted by the operator. */
      rewardLevel: teamLevel,
      /** Reached by small-area performance. */
      performanceLevel: teamLevel,
      directCount: z.int(),
      /** Direct referrals who had an order settled. */
      joinedDirectCount: z.int(),
      teamCount: z.int(),
      /** Accepted amounts of my own minted orders, of everyone's below me, and of everyone's but the largest leg. */
      ownPerformance: amount,
      teamPerformance: amount,
      smallAreaPerformance: amount,
      /** The next team level: the small-area performance it requires, and the missing part; null at the top. */
      nextLevel: z.object({ level: teamLevel, smallAreaPerformance: amount, missing: amount }).nullable(),
      /** The next node type that figures can reach, its requirements and the missing part; null where there is none. */
      nextNodeType: z
        .object({
          nodeType,
          joinedDirects: z.int(),
          missingDirects: z.int(),
          teamPerformance: amount,
          missingPerformance: amount,
        })
        .nullable(),
      /** What the next level and node type require from a later UTC day on; null while no change is announced. */
      announced: z
        .object({
          from: time,
          smallAreaPerformance: amount.nullable(),
          joinedDirects: z.int().nullable(),
          teamPerformance: amount.nullable(),
        })
        .nullable(),
      /** JU by earnings type. */
      earnings: z.object({ reward: amount, nodeOutput: amount, levelOutput: amount }),
    }),
    refusals: [],
  }),
  'POST /api/biz/directs': endpoint({
    who: 'user',
    rate: 'read',
    summary:
      'Lists my direct referrals with the amount that each minted and earned for me: the newest first, or those ' +
      'with any performance by the performance of their leg, the largest first.',
    request: z.strictObject({ order: z.enum(['newest', 'performance']).default('newest'), ...pageRequest }),
    reply: pageOf(
      z.object({
        address,
        /** When the binding was made. */
        joinedAt: time,
        nodeType,
        teamLevel,
        ownPerformance: amount,
        teamPerformance: amount,
        earnedForMe: amount,
      }),
    ),
    refusals: [],
  }),
  'POST /api/biz/team/record': endpoint({
    who: 'user',
    rate: 'read',
    summary:
      'Lists the UTC days with activity of my direct referrals, newest first: bindings, minted orders, and the ' +
      'rewards for them.',
    request: z.strictObject({ ...pageRequest }),
    reply: pageOf(
      z.object({
        /** The day's beginning. */
        day: time,
        boundDirects: z.int(),
        /** Accepted amounts of direct referrals' orders minted on that day, and my rewards for them, in JU. */
        directsMinted: amount,
        reward: amount,
      }),
    ),
    refusals: [],
  }),
  'GET /api/app/leaderboard': endpoint({
    who: 'all',
    rate: 'read',
    summary:
      'First places by JU of settled orders: own minted ones (mint), own failed ones (liquidation), direct referrals’ minted ones (recommendation). Days, weeks (from Monday) and months are of UTC.',
    request: z.strictObject({ board: leaderboard.default('mint'), period: leaderboardPeriod.default('all') }),
    reply: z.object({
      board: leaderboard,
      period: leaderboardPeriod,
      /** Null while nothing was computed yet. */
      computedAt: time.nullable(),
      /**
       * The first three places, and the first 100 users who chose to be shown; ranks count everyone. Equal amounts have
       * the same rank, and the next rank counts them all. Name and amount are null for a user who did not choose to be
       * shown, except that I see my own amount.
       */
      items: z.array(
        z.object({ rank: z.int(), name: z.string().nullable(), amount: amount.nullable(), isMe: z.boolean() }),
      ),
      /** My own place, listed or not; null without a session. */
      mine: z
        .object({
          /** The name under which I am shown; null while I am hidden. */
          name: z.string().nullable(),
          /** My name that operators removed, until I choose another or hide myself. */
          removedName: z.string().nullable(),
          /** What counts for me on this board now. */
          amount,
          /** My rank among everyone, shown or hidden; null while nothing of mine was counted. */
          rank: z.int().nullable(),
          /** The nearest place above whose amount the list shows, and how much more JU reaches it; null without one. */
          next: z.object({ rank: z.int(), missing: amount }).nullable(),
        })
        .nullable(),
    }),
    refusals: [],
  }),
  'POST /api/app/user/leaderboardName': endpoint({
    who: 'user',
    rate: 'write',
    summary:
      'Shows me on the leaderboards under this name, from their next computation; null hides me immediately. A name ' +
      'has 1 to 20 letters and digits, with single spaces, - and _ between them, in Unicode’s form NFC.',
    request: z.strictObject({ name: z.string().refine(isBoardName, 'text-format').nullable() }),
    reply: z.object({ name: z.string().nullable() }),
    refusals: ['name-taken'],
  }),
};
