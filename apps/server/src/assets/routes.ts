import type { assetsEndpoints } from '@city-mint/api-contract/assets/endpoints';
import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import type { ContractAddresses } from '@city-mint/chain-contract/addresses';
import { NATIVE_TOKEN } from '@city-mint/chain-contract/voucher';
import type { Currency } from '@city-mint/domain/ledger/currencies';
import { formatAmount } from '@city-mint/domain/money/amount-text';
import { getAddress } from 'viem';
import { readChainHeight } from '#platform/chain/chain-height.ts';
import type { RpcNode } from '#platform/chain/rpc-node.ts';
import { databaseTime } from '#platform/clock.ts';
import type { Database } from '#platform/database/database.ts';
import type { Handlers, Participant } from '#platform/http/handler.ts';
import { readPage } from '#platform/paging.ts';
import type { ShareRead } from '#platform/shared-answers.ts';
import { ASSET_EVENT_KEY } from './asset-list.ts';
import { findAssetEvent, listAssetEvents } from './queries/asset-events.ts';
import { type HeldByRounds, readAssets } from './queries/balances.ts';
import { type EventSums, readEventSums } from './queries/event-sums.ts';
import { readPendingDeposits } from './recharges/queries.ts';
import { VAULT_SOURCE } from './vault.ts';
import { type EventSetting, pendingRechargeEvent } from './wire.ts';
import { requestWithdrawal } from './withdrawals/commands/request-withdrawal.ts';
import { requestSignature } from './withdrawals/commands/sign-due-withdrawal.ts';
import { readWithdrawalLimits } from './withdrawals/queries/withdrawal-limits.ts';
import { readWithdrawalStatus } from './withdrawals/queries/withdrawal-status.ts';

export type AssetsDeps = {
  readonly db: Database;
  /** Separate connections for calls that move money, so that their lock waits do not delay readers. */
  readonly moneyDb: Database;
  readonly chainId: number;
  readonly addresses: ContractAddresses;
  /** For balances and prices; with a short timeout, because a page waits for it. */
  readonly node: RpcNode;
  /** The number of required confirmations that the page shows while the chain was never read. */
  readonly confirmations: number;
  readonly heldByRounds: (userId: bigint) => Promise<HeldByRounds>;
  /** Shares answers that are the same for every caller. */
  readonly share: ShareRead;
};

/** Returns the handlers of the endpoints of recharges, withdrawals and balances. */
export function assetsRoutes(deps: AssetsDeps): Handlers<keyof typeof assetsEndpoints> {
  return { ...assetRoutes(deps), ...withdrawalRoutes(deps) };
}

function assetRoutes(
  deps: AssetsDeps,
): Handlers<
  | 'GET /api/app/config'
  | 'POST /api/app/user/asset'
  | 'POST /api/app/user/assetEventLog'
  | 'POST /api/app/user/assetEventSums'
> {
  const { db, addresses, chainId, node, share } = deps;
  return {
    async 'GET /api/app/config'() {
      const [{ confirmationsNeeded }, serverTime] = await Promise.all([readHeight(deps), databaseTime(db)]);
      const { vault, fmc, router, factory, wrappedNative, anchors } = addresses;
      const contracts = { vault, fmc, router, factory, wrappedNative, anchors };
      return { data: { chainId, ...contracts, confirmationsNeeded, serverTime } };
    },

    async 'POST /api/app/user/asset'(_, { participant }) {
      const { userId, address: account } = participant;
      const [held, setting] = await Promise.all([deps.heldByRounds(userId), readSetting(deps, participant)]);
      const [valued, deposits] = await Promise.all([
        readAssets({ db, share, node, addresses }, { userId, account, held }),
        readPendingDeposits(db, account),
      ]);
      const pendingRecharges = deposits.map((deposit) => pendingRechargeEvent(deposit, setting).event).reverse();
      return { data: { ...valued, pendingRecharges } };
    },

    async 'POST /api/app/user/assetEventLog'({ cursor, limit, eventId, ...filter }, { participant }) {
      const setting = await readSetting(deps, participant);
      const { userId } = participant;
      if (eventId !== undefined) {
        const event = await findAssetEvent(db, { userId, eventId }, setting);
        if (event === undefined) return { refusal: 'not-found', details: { field: 'eventId' } };
        return { data: { items: [event], nextCursor: null } };
      }
      const page = await readPage(
        { cursor, limit },
        {
          format: ASSET_EVENT_KEY,
          read: (asked) => listAssetEvents(db, { ...filter, userId, ...asked }, setting),
          keyOf: ({ key }) => key,
        },
      );
      return 'refusal' in page ? page : { data: { ...page, items: page.items.map(({ event }) => event) } };
    },

    async 'POST /api/app/user/assetEventSums'({ bounds }, { participant: { userId, address: account } }) {
      return { data: toWireSums(bounds, await readEventSums(db, { userId, account, bounds })) };
    },
  };
}

function toWireSums(bounds: readonly number[], { sumOf }: EventSums): ReplyOf<'POST /api/app/user/assetEventSums'> {
  const sumsOf = (span?: number) => {
    const ofKind = (kind: 'recharged' | 'withdrawn') => {
      const inCurrency = (currency: Currency) =>
        formatAmount(sumOf({ kind, currency, ...(span === undefined ? {} : { span }) }));
      return { JU: inCurrency('JU'), FMC: inCurrency('FMC') };
    };
    return { recharged: ofKind('recharged'), withdrawn: ofKind('withdrawn') };
  };
  const spans = bounds.slice(0, -1).map((from, span) => ({ from, to: bounds[span + 1] ?? from, ...sumsOf(span) }));
  return { spans, ...sumsOf() };
}

function withdrawalRoutes(
  deps: AssetsDeps,
): Handlers<'POST /api/app/user/withdraw' | 'POST /api/app/user/withdrawLimits' | 'POST /api/app/user/withdrawStatus'> {
  const { db, moneyDb, addresses, chainId } = deps;
  const deployment = { chainId, vault: addresses.vault, fmc: addresses.fmc };
  const forbiddenAddresses = [NATIVE_TOKEN, ...Object.values(addresses)];
  return {
    async 'POST /api/app/user/withdraw'(asked, { participant, requestId: callId }) {
      const { userId, token, address } = participant;
      const request = { ...asked, userId, token, callId, account: getAddress(address) };
      const answer = await requestWithdrawal(moneyDb, { request, forbiddenAddresses });
      if ('refusal' in answer) return answer;
      return { data: { withdrawalId: answer.withdrawalId.toString(), state: answer.state } };
    },

    'POST /api/app/user/withdrawLimits': async (_, { participant }) => ({
      data: await readWithdrawalLimits(db, participant.userId),
    }),

    async 'POST /api/app/user/withdrawStatus'({ id }, { participant }) {
      const { userId, token } = participant;
      const withdrawalId = BigInt(id);
      const [chainNow, now] = await Promise.all([readHeight(deps), databaseTime(db)]);
      const status = await readWithdrawalStatus(db, { userId, id: withdrawalId, deployment, now, ...chainNow });
      if (status === undefined) return { refusal: 'not-found', details: { field: 'id' } };
      // Polling an expired voucher requests another signature; a later poll shows it.
      if (status.expired) await requestSignature(db, { token, withdrawalId });
      return { data: status.reply };
    },
  };
}

async function readSetting(deps: AssetsDeps, participant: Participant): Promise<EventSetting> {
  return { account: participant.address, vault: deps.addresses.vault, ...(await readHeight(deps)) };
}

async function readHeight({ db, confirmations }: AssetsDeps) {
  const height = await readChainHeight(db, VAULT_SOURCE);
  return { height, confirmationsNeeded: height?.confirmationsNeeded ?? confirmations };
}
