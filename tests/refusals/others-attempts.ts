import type { EndpointKey, Endpoints } from '@city-mint/api-contract/endpoints';
import { TEST_DOMAIN, TEST_URI } from '../setup/start-test-api.ts';

/** What somebody else learned of a participant, by whatever way. */
export type Learned = {
  readonly address: string;
  readonly orders: readonly string[];
  readonly withdrawals: readonly string[];
  readonly sessions: readonly string[];
  readonly events: readonly string[];
  readonly requestIds: { readonly join: string; readonly withdraw: string };
  readonly uid: string;
  /** A text for signing in that nobody used, and one for an act, with its signature. */
  readonly signIn: { readonly nonce: string };
  readonly confirmation: { readonly nonce: string; readonly signature: string; readonly superior: string };
  /** Where the second page of each of his lists begins, by call. */
  readonly cursors: ReadonlyMap<string, string>;
  /** A round that is open, and one that is settled. */
  readonly open: { readonly roundId: string; readonly termsHash: string };
  readonly settledRoundId: string;
};

/** Calls that anybody or any participant may make; operators' are closed to both, which callers.db.test.ts sees to. */
export type OpenCall = {
  [Key in EndpointKey]: Endpoints[Key]['who'] extends 'ops' ? never : Key;
}[EndpointKey];

export type Attempt = {
  /** Requests that somebody else makes with what he learned. */
  readonly requests: (learned: Learned) => readonly object[];
  /** What is public about anybody, and may stand in the reply: why. */
  readonly shows?: { readonly what: 'figures' | 'address'; readonly why: string };
  /** Tables in which the request may change what is the participant's: why. */
  readonly touches?: { readonly table: string; readonly why: string };
  /** Whether the participant himself sees what is his alone in the reply to the first of his own requests. */
  readonly isHis: boolean;
  /** What he himself asks, where that is something else. */
  readonly own?: (learned: Learned) => object;
};

const nothing = { requests: () => [{}], isHis: false };
const pages = (key: EndpointKey, more: readonly object[] = []): Attempt => ({
  requests: ({ cursors }) => [{}, ...(cursors.has(key) ? [{ cursor: cursors.get(key) }] : []), ...more],
  isHis: true,
});
const signInText = { domain: TEST_DOMAIN, uri: TEST_URI };
const SIGNATURE = `0x${'11'.repeat(65)}`;
const DAY_MS = 86_400_000;
const period = () => ({ from: Date.now() - DAY_MS, to: Date.now() });
const AUTO_MINT = 'POST /api/biz/set/repeat';
const STATEMENT = 'POST /api/app/user/statement';

/** Every such call, tried by somebody else; a new call without an entry does not compile. */
export const ATTEMPTS: { readonly [Key in OpenCall]: Attempt } = {
  'POST /api/app/user/signMessage': {
    requests: ({ address }) => [{ eth_address: address, ...signInText }],
    shows: { what: 'address', why: 'it is the caller’s own word' },
    touches: { table: 'sign_in_message', why: 'whose address it is only the signature shows' },
    isHis: false,
  },
  'POST /api/app/user/login': {
    requests: ({ signIn }) => [{ sign_hex: SIGNATURE, nonce: signIn.nonce }],
    touches: { table: 'sign_in_message', why: 'a wrong signature uses its text up; nobody else is told the nonce' },
    isHis: false,
  },
  'POST /api/ops/signMessage': { requests: ({ address }) => [{ eth_address: address, ...signInText }], isHis: false },
  'POST /api/ops/login': {
    requests: ({ signIn }) => [{ sign_hex: SIGNATURE, nonce: signIn.nonce }],
    isHis: false,
  },
  'POST /api/app/user/logout': nothing,
  'POST /api/app/user/sessions': { ...nothing, isHis: true },
  'POST /api/app/user/sessions/revoke': {
    requests: ({ sessions }) => sessions.map((sessionId) => ({ sessionId })),
    isHis: false,
  },
  'GET /api/app/disclosure': nothing,
  'POST /api/app/user/consent': { requests: () => [{ hash: `0x${'0'.repeat(64)}` }], isHis: false },
  'POST /api/app/user/confirmMessage': {
    requests: ({ address, uid }) => [
      { action: 'bind-inviter', superior: address },
      { action: 'bind-exchange-uid', uid },
    ],
    shows: { what: 'address', why: 'it is the caller’s own word' },
    isHis: false,
  },
  'GET /api/app/home': nothing,
  'GET /api/app/warehouses': nothing,
  'POST /api/app/last/crowdfund': {
    requests: ({ open, settledRoundId }) => [{ roundId: open.roundId }, { roundId: settledRoundId }],
    isHis: false,
  },
  'POST /api/app/preview': { requests: ({ open }) => [{ roundId: open.roundId, amount: '5' }], isHis: false },
  'POST /api/biz/crowdfund': {
    requests: ({ open, requestIds }) => [{ ...open, amount: '5', requestId: requestIds.join }],
    isHis: false,
  },
  'POST /api/biz/mine/mint': pages('POST /api/biz/mine/mint', [{ status: 'success' }, { status: 'failed' }]),
  'POST /api/biz/mint/detail': {
    requests: ({ orders }) => orders.map((orderId) => ({ orderId })),
    isHis: true,
  },
  'GET /api/app/rounds/:roundId/settlement': {
    requests: ({ settledRoundId }) => [{ roundId: settledRoundId }],
    shows: { what: 'figures', why: 'a settlement is published by ranks, so that anybody can recompute it' },
    isHis: false,
  },
  [AUTO_MINT]: pages(AUTO_MINT, [{ enabled: false, version: 0 }]),
  'GET /api/app/config': nothing,
  'POST /api/app/user/asset': { ...nothing, isHis: true },
  'POST /api/app/user/assetEventLog': {
    requests: ({ cursors, events }) => [
      ...[{}, { kind: 'withdrawal' }, { cursor: cursors.get('POST /api/app/user/assetEventLog') }],
      ...events.map((eventId) => ({ eventId })),
    ],
    isHis: true,
  },
  'POST /api/app/user/withdraw': {
    requests: ({ address, requestIds }) => [
      { currency: 'JU', to: address, amount: '1', requestId: requestIds.withdraw },
    ],
    isHis: false,
  },
  'POST /api/app/user/withdrawStatus': {
    requests: ({ withdrawals }) => withdrawals.map((id) => ({ id })),
    isHis: true,
  },
  'POST /api/biz/collect/ju/power': {
    requests: ({ uid, confirmation: { nonce, signature } }) => [{}, { uid }, { uid, nonce, sign_hex: signature }],
    own: ({ uid }) => ({ uid }),
    isHis: true,
  },
  'POST /api/biz/fmc/machines': pages('POST /api/biz/fmc/machines'),
  'POST /api/biz/fmc/mining': pages('POST /api/biz/fmc/mining'),
  'POST /api/biz/aic/profits': pages('POST /api/biz/aic/profits', [{ type: 'reward' }, { currency: 'FMC' }]),
  'GET /api/biz/profit/view': { ...nothing, isHis: true },
  'POST /api/biz/activate': {
    requests: ({ confirmation: { nonce, signature, superior } }) => [{ superior, nonce, sign_hex: signature }],
    isHis: false,
  },
  'GET /api/biz/team': { ...nothing, isHis: true },
  'POST /api/biz/directs': pages('POST /api/biz/directs'),
  'GET /api/app/leaderboard': {
    requests: () => [
      { board: 'mint', period: 'all' },
      { board: 'recommendation', period: 'all' },
      { board: 'liquidation', period: 'all' },
    ],
    shows: { what: 'figures', why: 'who does not leave it stands there with a shortened address and his amount' },
    isHis: false,
  },
  'POST /api/app/user/leaderboardOptOut': { requests: () => [{ optedOut: true }], isHis: false },
  'GET /api/app/proof': { ...nothing, shows: { what: 'figures', why: 'the total is what is owed to all' } },
  'POST /api/app/proof/mine': {
    ...nothing,
    shows: { what: 'figures', why: 'the way up a sum tree adds up what stands beside it, without a name' },
    isHis: true,
  },
  [STATEMENT]: {
    requests: ({ cursors }) => [
      ...[
        { ...period(), format: 'json' },
        { ...period(), format: 'csv' },
      ],
      ...(cursors.has(STATEMENT) ? [{ ...period(), format: 'csv', cursor: cursors.get(STATEMENT) }] : []),
    ],
    own: () => ({ ...period(), format: 'json' }),
    isHis: true,
  },
  'POST /api/app/user/swapLog': pages('POST /api/app/user/swapLog'),
  'GET /api/app/lang': nothing,
  'POST /api/app/qa': nothing,
  'GET /api/app/operatorLog': nothing,
};
