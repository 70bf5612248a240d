import type { EndpointKey, Endpoints } from '@city-mint/api-contract/endpoints';
import { DAY_MS } from '@city-mint/domain/time/durations';
import { TEST_DOMAIN, TEST_URI } from '../setup/start-test-api.ts';

/** What another user may have learned about a participant. */
export type Learned = {
  readonly address: string;
  readonly orders: readonly string[];
  readonly withdrawals: readonly string[];
  readonly sessions: readonly string[];
  readonly events: readonly string[];
  readonly requestIds: { readonly join: string; readonly withdraw: string };
  readonly uid: string;
  /** An unused sign-in text, and a signed text that confirms an action. */
  readonly signIn: { readonly nonce: string };
  readonly confirmation: { readonly nonce: string; readonly signature: string; readonly superior: string };
  /** Cursors of the second page of the participant's lists, by call. */
  readonly cursors: ReadonlyMap<string, string>;
  /** An open round and a settled one. */
  readonly open: { readonly roundId: string; readonly termsHash: string };
  readonly settledRoundId: string;
};

/** Calls of everyone and of participants; callers.db.test.ts tests that operators' calls are closed to both. */
export type OpenCall = {
  [Key in EndpointKey]: Endpoints[Key]['who'] extends 'ops' ? never : Key;
}[EndpointKey];

export type Attempt = {
  /** Requests of the other user with the ids that they learned. */
  readonly requests: (learned: Learned) => readonly object[];
  /** Public data that may be in the reply, and why. */
  readonly shows?: { readonly what: 'figures' | 'address'; readonly why: string };
  /** A table in which the request may change the participant's rows, and why. */
  readonly touches?: { readonly table: string; readonly why: string };
  /** Whether the participant's own first request shows private data. */
  readonly showsPrivateData: boolean;
  /** The participant's own request, where it differs. */
  readonly ownRequest?: (learned: Learned) => object;
};

const nothing = { requests: () => [{}], showsPrivateData: false };
const pages = (key: EndpointKey, more: readonly object[] = []): Attempt => ({
  requests: ({ cursors }) => [{}, ...(cursors.has(key) ? [{ cursor: cursors.get(key) }] : []), ...more],
  showsPrivateData: true,
});
const signInText = { domain: TEST_DOMAIN, uri: TEST_URI };
const SIGNATURE = `0x${'11'.repeat(65)}`;
const UNRELATED_ADDRESS = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const period = () => ({ from: Date.now() - DAY_MS, to: Date.now() });
const AUTO_MINT = 'POST /api/biz/set/repeat';
const STATEMENT = 'POST /api/app/user/statement';

/** The attempts on every such call; a new call without an entry does not compile. */
export const ATTEMPTS: { readonly [Key in OpenCall]: Attempt } = {
  'POST /api/app/user/signMessage': {
    requests: ({ address }) => [{ eth_address: address, ...signInText }],
    shows: { what: 'address', why: 'the caller sent it' },
    showsPrivateData: false,
  },
  'POST /api/app/user/login': {
    requests: ({ signIn }) => [{ sign_hex: SIGNATURE, nonce: signIn.nonce }],
    showsPrivateData: false,
  },
  'POST /api/ops/signMessage': {
    requests: ({ address }) => [{ eth_address: address, ...signInText }],
    showsPrivateData: false,
  },
  'POST /api/ops/login': {
    requests: ({ signIn }) => [{ sign_hex: SIGNATURE, nonce: signIn.nonce }],
    showsPrivateData: false,
  },
  'POST /api/app/user/logout': nothing,
  'POST /api/app/user/sessions': { ...nothing, showsPrivateData: true },
  'POST /api/app/user/sessions/revoke': {
    requests: ({ sessions }) => sessions.map((sessionId) => ({ sessionId })),
    showsPrivateData: false,
  },
  'GET /api/app/disclosure': nothing,
  'POST /api/app/user/disclosure': nothing,
  'POST /api/app/user/consent': { requests: () => [{ hash: `0x${'0'.repeat(64)}` }], showsPrivateData: false },
  'POST /api/app/user/confirmMessage': {
    requests: ({ address, uid }) => [
      { action: 'bind-inviter', superior: address },
      { action: 'bind-exchange-uid', uid },
      { action: 'auto-mint', keep: '0', stopAfterLosses: 0, parallelRounds: 1, version: 0 },
    ],
    shows: { what: 'address', why: 'the caller sent it' },
    showsPrivateData: false,
  },
  'GET /api/app/home': nothing,
  'GET /api/app/warehouses': nothing,
  'POST /api/app/last/crowdfund': {
    requests: ({ open, settledRoundId }) => [{ roundId: open.roundId }, { roundId: settledRoundId }],
    showsPrivateData: false,
  },
  'POST /api/app/rounds': { requests: () => [{ cityId: '1' }], showsPrivateData: false },
  'POST /api/app/rounds/settled': nothing,
  'POST /api/app/round/fill': {
    requests: ({ open, settledRoundId }) => [{ roundId: open.roundId }, { roundId: settledRoundId }],
    shows: { what: 'figures', why: 'what a round raised is in the live events at every moment, without names' },
    showsPrivateData: false,
  },
  'GET /api/app/rounds/:roundId/plan': nothing,
  'POST /api/app/preview': {
    requests: ({ open }) => [{ roundId: open.roundId, amount: '5' }],
    showsPrivateData: false,
  },
  'POST /api/biz/preview': {
    requests: ({ open }) => [{ roundId: open.roundId, amount: '5' }],
    showsPrivateData: false,
  },
  'POST /api/biz/crowdfund': {
    requests: ({ open, requestIds }) => [{ ...open, amount: '5', requestId: requestIds.join }],
    showsPrivateData: false,
  },
  'POST /api/biz/mine/mint': pages('POST /api/biz/mine/mint', [{ status: 'success' }, { status: 'failed' }]),
  'POST /api/biz/mint/outcomes': {
    requests: ({ open, settledRoundId }) => [{ roundIds: [open.roundId, settledRoundId] }],
    showsPrivateData: true,
  },
  'POST /api/biz/mint/inRound': {
    ownRequest: ({ settledRoundId }) => ({ roundId: settledRoundId }),
    requests: ({ open, settledRoundId }) => [{ roundId: open.roundId }, { roundId: settledRoundId }],
    showsPrivateData: true,
  },
  'POST /api/biz/mint/totals': { requests: () => [{}], showsPrivateData: true },
  'POST /api/biz/mint/detail': {
    requests: ({ orders }) => orders.map((orderId) => ({ orderId })),
    showsPrivateData: true,
  },
  'GET /api/app/rounds/:roundId/settlement': {
    requests: ({ settledRoundId }) => [{ roundId: settledRoundId }],
    shows: { what: 'figures', why: 'a settlement is published by ranks, so that everyone can recompute it' },
    showsPrivateData: false,
  },
  [AUTO_MINT]: pages(AUTO_MINT, [{ enabled: false, version: 0 }]),
  'GET /api/app/config': nothing,
  'POST /api/app/user/asset': { ...nothing, showsPrivateData: true },
  'POST /api/app/user/assetEventLog': {
    requests: ({ cursors, events }) => [
      ...[{}, { kind: 'withdrawal' }, { cursor: cursors.get('POST /api/app/user/assetEventLog') }],
      ...events.map((eventId) => ({ eventId })),
    ],
    showsPrivateData: true,
  },
  'POST /api/app/user/balances': {
    requests: () => [{ bounds: [period().from, period().to + DAY_MS] }],
    showsPrivateData: true,
  },
  'POST /api/app/user/assetEventSums': {
    requests: () => [{ bounds: [period().from, period().to + DAY_MS] }],
    showsPrivateData: true,
  },
  'POST /api/app/user/withdraw': {
    // To an address that is no secret: withdrawLimits lists the recipients that a user asked for.
    requests: ({ requestIds }) => [
      { currency: 'JU', to: UNRELATED_ADDRESS, amount: '1', requestId: requestIds.withdraw },
    ],
    showsPrivateData: false,
  },
  'GET /api/app/proof/operator': nothing,
  'GET /api/app/proof/journal': nothing,
  'POST /api/app/user/withdrawLimits': { ...nothing, showsPrivateData: true },
  'POST /api/app/user/withdrawStatus': {
    requests: ({ withdrawals }) => withdrawals.map((id) => ({ id })),
    showsPrivateData: true,
  },
  'POST /api/biz/collect/ju/power': {
    requests: ({ uid, confirmation: { nonce, signature } }) => [
      {},
      { uid },
      { uid, code: 'abcd1234', nonce, sign_hex: signature },
    ],
    ownRequest: ({ uid }) => ({ uid }),
    showsPrivateData: true,
  },
  'POST /api/biz/fmc/machines': pages('POST /api/biz/fmc/machines'),
  'POST /api/biz/fmc/days': { requests: () => [{ days: 30 }], showsPrivateData: false },
  'POST /api/biz/fmc/day': { requests: () => [{ day: period().from }], showsPrivateData: false },
  'POST /api/biz/fmc/mining': pages('POST /api/biz/fmc/mining'),
  'POST /api/biz/aic/profits': pages('POST /api/biz/aic/profits', [{ type: 'reward' }, { currency: 'FMC' }]),
  'POST /api/biz/profit/spans': {
    requests: () => [{ bounds: [period().from, period().to + DAY_MS] }],
    showsPrivateData: true,
  },
  'POST /api/biz/profit/poolDay': {
    requests: () => [
      { pool: 'nodes', day: period().from },
      { pool: 'levels', day: period().from },
    ],
    showsPrivateData: false,
  },
  'GET /api/biz/profit/view': { ...nothing, showsPrivateData: true },
  'POST /api/biz/activate': {
    requests: ({ confirmation: { nonce, signature, superior } }) => [{ superior, nonce, sign_hex: signature }],
    showsPrivateData: false,
  },
  'GET /api/biz/team': { ...nothing, showsPrivateData: true },
  'POST /api/biz/directs': pages('POST /api/biz/directs', [{ order: 'performance' }]),
  'POST /api/biz/team/record': pages('POST /api/biz/team/record'),
  'GET /api/app/leaderboard': {
    requests: () => [
      { board: 'mint', period: 'all' },
      { board: 'recommendation', period: 'all' },
      { board: 'liquidation', period: 'all' },
    ],
    shows: { what: 'figures', why: 'users who chose a name are listed with it and their amount' },
    showsPrivateData: false,
  },
  'POST /api/app/user/leaderboardName': { requests: () => [{ name: null }], showsPrivateData: false },
  'GET /api/app/proof/history': { ...nothing, shows: { what: 'figures', why: 'totals are sums owed to all users' } },
  'GET /api/app/proof': { ...nothing, shows: { what: 'figures', why: 'the total is the sum owed to all users' } },
  'POST /api/app/proof/mine': {
    ...nothing,
    shows: { what: 'figures', why: 'the total, and on the paths sums of random parts, without names' },
    showsPrivateData: true,
  },
  [STATEMENT]: {
    requests: ({ cursors }) => [
      ...[
        { ...period(), format: 'json' },
        { ...period(), format: 'csv' },
      ],
      ...(cursors.has(STATEMENT) ? [{ ...period(), format: 'csv', cursor: cursors.get(STATEMENT) }] : []),
    ],
    ownRequest: () => ({ ...period(), format: 'json' }),
    showsPrivateData: true,
  },
  'POST /api/app/price': { requests: () => [{ range: 'week' }], showsPrivateData: false },
  'POST /api/app/user/swapLog': pages('POST /api/app/user/swapLog'),
  'POST /api/app/user/swapSent': {
    requests: () => [{ txHash: `0x${'0'.repeat(64)}`, slippageLimitBps: 50 }],
    showsPrivateData: false,
  },
  'POST /api/app/user/mail': { ...nothing, showsPrivateData: true },
  'POST /api/app/user/mailSave': {
    requests: () => [
      {
        ...{ email: 'theirs@mint.example', again: true, device: '0'.repeat(64), language: 'en' },
        ...{ opens: true, settled: true, stage: true, credited: true, 'sign-in': true },
      },
    ],
    showsPrivateData: false,
  },
  'POST /api/app/user/mailDevice': {
    requests: () => [{ device: '0'.repeat(64), language: 'en' }],
    showsPrivateData: false,
  },
  'POST /api/app/user/mailRemove': nothing,
  'POST /api/app/mail/confirm': { requests: () => [{ confirmToken: '0'.repeat(64) }], showsPrivateData: false },
  'POST /api/app/mail/stop': { requests: () => [{ stopToken: '0'.repeat(64) }], showsPrivateData: false },
  'POST /api/app/push/key': nothing,
  'POST /api/app/user/pushEvents': {
    requests: () => [{ pushUrl: 'https://fcm.googleapis.com/fcm/send/theirs' }],
    showsPrivateData: false,
  },
  'POST /api/app/user/pushSave': {
    requests: () => [
      {
        ...{ pushUrl: 'https://fcm.googleapis.com/fcm/send/theirs', p256dh: 'B'.repeat(87), auth: 'a'.repeat(22) },
        ...{ language: 'en', opens: false, settled: false, stage: false, credited: false, 'sign-in': false },
      },
    ],
    showsPrivateData: false,
  },
  'POST /api/app/push/stop': { requests: () => [{ stopToken: '0'.repeat(64) }], showsPrivateData: false },
  'GET /api/app/lang': nothing,
  'POST /api/app/qa': nothing,
  'POST /api/app/announcements': nothing,
  'POST /api/app/textPreview': { requests: () => [{ token: '0'.repeat(64) }], showsPrivateData: false },
  'GET /api/app/operatorLog': nothing,
};
