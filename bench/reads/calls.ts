import type { CallRate } from '@city-mint/api-contract/endpoint';
import { type EndpointKey, endpoints, type RequestOf } from '@city-mint/api-contract/endpoints';
import { isActionKey, type OperatorActionKey } from '@city-mint/api-contract/operator/endpoints';
import { DAY_MS } from '@city-mint/domain/time/durations';
import { operatorPlan } from '@city-mint/tests/builders/operator-plan';
import type { WALLETS } from './world-size.ts';

/** Ids of rows that a sample names. */
export type WorldIds = Readonly<Record<'openRound' | 'settledRound' | 'city' | 'whaleOrder' | 'withdrawal', string>> & {
  readonly ordinaryAddress: string;
  readonly previewToken: string;
};

type ReadKey = Exclude<EndpointKey, OperatorActionKey>;
type Requests<Key extends ReadKey> = (ids: WorldIds, now: number) => Readonly<Record<string, RequestOf<Key>>>;

/** Why a call is no read: it writes, or it is the sign-in that others are preceded by. */
type NoRead = 'writes' | 'signs in';

/** A request that is measured, with the wallet that sends it; null for a visitor and for operators. */
export type Sample = {
  readonly key: ReadKey;
  readonly name: string;
  readonly wallet: keyof typeof WALLETS | null;
  readonly request: unknown;
};

/** The midnights that the page sends, of a device eight hours ahead: of the last days, and the one to come. */
function midnights(now: number, days: number): number[] {
  const ahead = 8 * 3_600_000;
  const next = Math.ceil((now + ahead) / DAY_MS) * DAY_MS - ahead;
  return Array.from({ length: days + 1 }, (_unused, n) => next - (days - n) * DAY_MS);
}
/** Bounds at any minute. */
const lastDays = (now: number, days: number) =>
  Array.from({ length: days + 1 }, (_unused, n) => now - (days - n) * DAY_MS);
const nothing = () => ({ '': {} });
const ofAParticipant = ({ ordinaryAddress }: WorldIds) => ({ '': { address: ordinaryAddress } });

/**
 * Requests of every call that reads, by a name each, or why a call is none. A call that is missing does not compile;
 * `missingSamples` says so as well.
 */
const READS: { readonly [Key in ReadKey]: NoRead | Requests<Key> } = {
  'POST /api/app/user/signMessage': 'signs in',
  'POST /api/app/user/login': 'signs in',
  'POST /api/app/user/logout': 'writes',
  'POST /api/app/user/sessions': nothing,
  'POST /api/app/user/sessions/revoke': 'writes',
  'GET /api/app/disclosure': nothing,
  'POST /api/app/user/disclosure': nothing,
  'POST /api/app/textPreview': ({ previewToken }) => ({ '': { token: previewToken } }),
  'POST /api/app/user/consent': 'writes',
  'POST /api/app/user/confirmMessage': 'writes',
  'GET /api/app/home': nothing,
  'GET /api/app/warehouses': nothing,
  'POST /api/app/last/crowdfund': ({ city, settledRound }) => ({
    'of all': {},
    'of a city': { cityId: city },
    'by id': { roundId: settledRound },
  }),
  'POST /api/app/preview': ({ openRound }) => ({ '': { roundId: openRound, amount: '10' } }),
  'POST /api/biz/preview': ({ openRound }) => ({ '': { roundId: openRound, amount: '10' } }),
  'POST /api/biz/crowdfund': 'writes',
  'POST /api/biz/mine/mint': ({ whaleOrder }) => ({
    all: {},
    active: { status: 'active' },
    minted: { status: 'minted' },
    failed: { status: 'failed' },
    cancelled: { status: 'cancelled' },
    claimable: { status: 'claimable' },
    ended: { status: 'ended' },
    'far down': { cursor: Buffer.from(whaleOrder).toString('base64url'), limit: 100 },
  }),
  'POST /api/biz/mint/outcomes': ({ openRound, settledRound }) => ({ '': { roundIds: [openRound, settledRound] } }),
  'POST /api/biz/mint/inRound': ({ openRound, settledRound }) => ({
    open: { roundId: openRound },
    settled: { roundId: settledRound },
  }),
  'POST /api/biz/mint/totals': nothing,
  'POST /api/biz/mint/detail': ({ whaleOrder }) => ({ '': { orderId: whaleOrder } }),
  'GET /api/app/rounds/:roundId/settlement': ({ settledRound }) => ({ '': { roundId: settledRound } }),
  'POST /api/biz/set/repeat': nothing,
  'POST /api/app/rounds': ({ city }) => ({ '': { cityId: city } }),
  'POST /api/app/rounds/settled': nothing,
  'GET /api/app/rounds/:roundId/plan': ({ settledRound }) => ({ '': { roundId: settledRound } }),
  'POST /api/app/round/fill': ({ openRound, settledRound }) => ({
    open: { roundId: openRound },
    settled: { roundId: settledRound },
  }),
  'GET /api/app/config': nothing,
  'POST /api/app/user/asset': nothing,
  'POST /api/app/user/assetEventLog': () => ({
    all: {},
    withdrawals: { kind: 'withdrawal', currency: 'JU' },
  }),
  'POST /api/app/user/assetEventSums': (_ids, now) => ({ '': { bounds: midnights(now, 30) } }),
  'POST /api/app/user/withdraw': 'writes',
  'POST /api/app/user/withdrawLimits': nothing,
  'POST /api/app/user/withdrawStatus': ({ withdrawal }) => ({ '': { id: withdrawal } }),
  'POST /api/biz/collect/ju/power': 'writes',
  'POST /api/biz/fmc/machines': nothing,
  'POST /api/biz/fmc/days': () => ({ '': { days: 30 } }),
  'POST /api/biz/fmc/day': (_ids, now) => ({ '': { day: now - 2 * DAY_MS } }),
  'POST /api/biz/fmc/mining': nothing,
  'POST /api/biz/aic/profits': (_ids, now) => ({
    all: {},
    rewards: { type: 'reward' },
    'of a week': { from: now - 40 * DAY_MS, to: now - 33 * DAY_MS },
  }),
  'POST /api/biz/profit/spans': (_ids, now) => ({
    'of a month': { bounds: midnights(now, 30) },
    'of a year': { bounds: midnights(now, 360).filter((_bound, n) => n % 30 === 0) },
    'of a month, at any minute': { bounds: lastDays(now, 30) },
  }),
  'POST /api/biz/profit/poolDay': (_ids, now) => ({
    nodes: { pool: 'nodes', day: now - 2 * DAY_MS },
    levels: { pool: 'levels', day: now - 2 * DAY_MS },
  }),
  'GET /api/biz/profit/view': nothing,
  'POST /api/biz/activate': 'writes',
  'GET /api/biz/team': nothing,
  'POST /api/biz/directs': () => ({ newest: {}, 'by performance': { order: 'performance' } }),
  'POST /api/biz/team/record': nothing,
  'GET /api/app/leaderboard': () => ({ all: {}, 'of a month': { period: 'month' } }),
  'POST /api/app/user/leaderboardName': 'writes',
  'GET /api/app/proof': nothing,
  'GET /api/app/proof/history': nothing,
  'GET /api/app/proof/operator': nothing,
  'GET /api/app/proof/journal': nothing,
  'POST /api/app/proof/mine': nothing,
  'POST /api/app/user/statement': (_ids, now) => ({ 'of a day': { from: now - DAY_MS, to: now, format: 'json' } }),
  'POST /api/app/user/balances': (_ids, now) => ({
    'of a week': { bounds: midnights(now, 7) },
    'of a month': { bounds: midnights(now, 30) },
  }),
  'POST /api/app/price': () => ({ day: { range: 'day' }, year: { range: 'year' } }),
  'POST /api/app/user/swapLog': nothing,
  'POST /api/app/user/swapSent': 'writes',
  'GET /api/app/lang': nothing,
  'POST /api/app/qa': nothing,
  'POST /api/app/announcements': nothing,
  'POST /api/app/user/mail': nothing,
  'POST /api/app/user/mailSave': 'writes',
  'POST /api/app/user/mailDevice': 'writes',
  'POST /api/app/user/mailRemove': 'writes',
  'POST /api/app/mail/confirm': 'writes',
  'POST /api/app/mail/stop': 'writes',
  'POST /api/app/push/key': nothing,
  'POST /api/app/push/stop': 'writes',
  'POST /api/app/user/pushEvents': () => ({ '': { pushUrl: 'https://fcm.googleapis.com/fcm/send/none' } }),
  'POST /api/app/user/pushSave': 'writes',
  'POST /api/ops/signMessage': 'signs in',
  'POST /api/ops/login': 'signs in',
  'POST /api/ops/logout': 'writes',
  'GET /api/app/operatorLog': nothing,
  'POST /api/ops/log': nothing,
  'POST /api/ops/operators': nothing,
  'POST /api/ops/me': nothing,
  'POST /api/ops/preview': 'writes',
  'POST /api/ops/proposals': () => ({ open: {}, closed: { state: 'closed' }, confirmed: { state: 'confirmed' } }),
  'POST /api/ops/proposals/confirm': 'writes',
  'POST /api/ops/proposals/reject': 'writes',
  'POST /api/ops/controls': nothing,
  'POST /api/ops/regions': nothing,
  'POST /api/ops/funds': nothing,
  'POST /api/ops/funds/flows': () => ({ month: { fund: 'emission' }, year: { fund: 'emission', days: 365 } }),
  'POST /api/ops/funds/transfers': (_ids, now) => ({
    all: { fund: 'emission' },
    'of a kind': { fund: 'reserve', kind: 'fee-share' },
    'of a week': { fund: 'treasury', from: now - 7 * DAY_MS, to: now },
  }),
  'POST /api/ops/reserve': nothing,
  'POST /api/ops/reserve/changes': () => ({ all: {}, failed: { kind: 'failed' }, 'of a city': { city: 'City 1' } }),
  'POST /api/ops/plans': (_ids, now) => ({
    all: {},
    'of a city': { city: 'City 1' },
    'of a state': { state: 'failed' },
    'of a city and a state': { city: 'City 1', state: 'failed' },
    'of a span': { from: now - 40 * DAY_MS, to: now - 33 * DAY_MS },
  }),
  'POST /api/ops/plans/detail': () => ({ '': { planId: '1' } }),
  'POST /api/ops/plans/last': () => ({ '': { city: 'City 1' } }),
  'POST /api/ops/cities': nothing,
  'POST /api/ops/drafts': nothing,
  'POST /api/ops/drafts/detail': () => ({ '': { draftId: '1' } }),
  'POST /api/ops/drafts/begin': 'writes',
  'POST /api/ops/drafts/save': 'writes',
  'POST /api/ops/drafts/delete': 'writes',
  'POST /api/ops/plans/check': () => ({ '': operatorPlan('City 1') }),
  'POST /api/ops/rounds': (_ids, now) => ({
    all: {},
    open: { state: 'open' },
    cancelled: { state: 'cancelled' },
    'of a city': { city: 'City 1' },
    'of a city and a state': { city: 'City 1', state: 'ended' },
    'of a span': { from: now - 40 * DAY_MS, to: now - 33 * DAY_MS },
  }),
  'POST /api/ops/rounds/fill': ({ openRound }) => ({ '': { roundId: openRound } }),
  'POST /api/ops/rounds/orders': ({ openRound, settledRound }) => ({
    open: { roundId: openRound },
    settled: { roundId: settledRound },
    'of auto-mint': { roundId: settledRound, way: 'auto-mint' },
    'by hand': { roundId: settledRound, way: 'by-hand' },
  }),
  'POST /api/ops/rounds/detail': ({ settledRound }) => ({ '': { roundId: settledRound } }),
  'POST /api/ops/participants': () => ({ newest: {}, 'by prefix': { prefix: '0x0' } }),
  'POST /api/ops/participants/find': ({ whaleOrder }) => ({
    'by number': { text: whaleOrder },
    'by hash': { text: `0x${'0'.repeat(64)}` },
  }),
  'POST /api/ops/participants/detail': ofAParticipant,
  'POST /api/ops/participants/orders': ({ ordinaryAddress: address }) => ({
    all: { address },
    'of a state': { address, state: 'minted' },
    'of a city': { address, city: 'City 1' },
  }),
  'POST /api/ops/participants/transfers': ({ ordinaryAddress: address }) => ({
    all: { address },
    'of a kind': { address, kind: 'join' },
  }),
  'POST /api/ops/participants/directs': ofAParticipant,
  'POST /api/ops/participants/recharges': ofAParticipant,
  'POST /api/ops/participants/machines': ofAParticipant,
  'POST /api/ops/participants/sessions': ofAParticipant,
  'POST /api/ops/transfers/detail': () => ({ '': { transferId: '1' } }),
  'POST /api/ops/transfers/bySource': ({ whaleOrder }) => ({ '': { source: 'order', sourceId: whaleOrder } }),
  'POST /api/ops/withdrawals': nothing,
  'POST /api/ops/withdrawals/open': nothing,
  'POST /api/ops/withdrawals/list': () => ({
    newest: {},
    'of a state': { state: 'completed' },
    largest: { currency: 'JU', sort: 'largest' },
  }),
  'POST /api/ops/withdrawals/detail': ({ withdrawal }) => ({ '': { withdrawalId: withdrawal } }),
  'POST /api/ops/withdrawals/limits': nothing,
  'POST /api/ops/payouts': nothing,
  'POST /api/ops/payouts/made': nothing,
  'POST /api/ops/qa': nothing,
  'POST /api/ops/announcements': nothing,
  'POST /api/ops/texts': () => ({ all: {}, search: { search: 'round' }, overridden: { state: 'overridden' } }),
  'POST /api/ops/texts/preview': 'writes',
  'POST /api/ops/disclosure': () => ({ '': { lang: 'zh' } }),
  'POST /api/ops/overview/waiting': nothing,
  'POST /api/ops/overview/alarms': nothing,
  'POST /api/ops/overview/money': nothing,
  'POST /api/ops/overview/rounds': nothing,
  'POST /api/ops/overview/chain': nothing,
  'POST /api/ops/overview/journal': nothing,
  'POST /api/ops/memberStatus': ofAParticipant,
  'POST /api/ops/memberStatus/grants': () => ({ all: {}, levels: { of: 'levels' } }),
  'POST /api/ops/thresholds': nothing,
  'POST /api/ops/mining': nothing,
  'POST /api/ops/mining/days': nothing,
  'POST /api/ops/pools': nothing,
  'POST /api/ops/pools/days': () => ({ all: {}, nodes: { pool: 'nodes' } }),
  'POST /api/ops/grants': () => ({ all: {}, waiting: { state: 'waiting' } }),
  'POST /api/ops/exchangeAccounts': () => ({ '': { uid: '100000001' } }),
  'POST /api/ops/chain': nothing,
  'POST /api/ops/journal': nothing,
  'POST /api/ops/journal/entries': nothing,
  'POST /api/ops/anchors': () => ({ all: {}, 'of a kind': { kind: 'settlement', state: 'final' } }),
  'POST /api/ops/liabilities': () => ({ all: {}, JU: { currency: 'JU' } }),
};

const READING: ReadonlySet<CallRate> = new Set(['read', 'heavy']);

/** Returns the declared calls that are neither measured nor named as no read; a read named so as well. */
export function missingSamples(keys: readonly string[], reads: Readonly<Record<string, unknown>> = READS): string[] {
  return keys.filter((key) => {
    if (isActionKey(key)) return false;
    const declared = endpoints[key as ReadKey];
    const known = reads[key];
    return known === undefined || (READING.has(declared?.rate) && typeof known === 'string');
  });
}

/** Returns every request that is measured: of calls of participants from each of the wallets. */
export function listSamples(ids: WorldIds, now: number): Sample[] {
  const keys = Object.keys(READS) as ReadKey[];
  return keys.flatMap((key) => {
    const requests = READS[key];
    if (typeof requests === 'string') return [];
    const wallets = endpoints[key].who === 'user' ? (['whale', 'inviter', 'ordinary'] as const) : [null];
    return Object.entries(requests(ids, now)).flatMap(([name, request]) =>
      wallets
        .filter((wallet) => wallet === 'whale' || !OF_THE_WHALE.has(key))
        .map((wallet) => ({ key, name, wallet, request })),
    );
  });
}

/** Calls whose samples name a row of the whale's. */
const OF_THE_WHALE: ReadonlySet<ReadKey> = new Set(['POST /api/biz/mint/detail', 'POST /api/app/user/withdrawStatus']);
