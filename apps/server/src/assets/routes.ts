import type { assetsEndpoints } from '@city-mint/api-contract/assets/endpoints';
import type { ContractAddresses } from '@city-mint/chain-contract/addresses';
import { NATIVE_TOKEN } from '@city-mint/chain-contract/voucher';
import { getAddress } from 'viem';
import { readChainHeight } from '#platform/chain/read-chain-height.ts';
import type { RpcNode } from '#platform/chain/rpc-node.ts';
import { databaseTime } from '#platform/clock.ts';
import type { Database } from '#platform/database/database.ts';
import type { Handlers, Participant } from '#platform/http/handler.ts';
import { type KeyFormat, readPage } from '#platform/paging.ts';
import { type EventSetting, pendingRechargeEvent } from './asset-event.ts';
import { type AssetEventKey, WITHDRAWAL_KEY } from './asset-event-key.ts';
import { askForSignature } from './commands/ask-for-signature.ts';
import { requestWithdrawal } from './commands/request-withdrawal.ts';
import { findAssetEvent } from './queries/find-asset-event.ts';
import { listAssetEvents } from './queries/list-asset-events.ts';
import { type HeldByRounds, readAssets } from './queries/read-assets.ts';
import { readPendingDeposits } from './queries/read-pending-deposits.ts';
import { readWithdrawalStatus } from './queries/read-withdrawal-status.ts';
import { VAULT_SOURCE } from './vault-source.ts';

export type AssetsDeps = {
  readonly db: Database;
  /** Connections of what moves money, so that requests that wait for each other hold up no reader. */
  readonly moneyDb: Database;
  readonly chainId: number;
  readonly addresses: ContractAddresses;
  /** Asked for balances and prices; a short timeout, for a page waits. */
  readonly node: RpcNode;
  /** What the page is told while the chain was never read. */
  readonly confirmations: number;
  readonly heldByRounds: (userId: bigint) => Promise<HeldByRounds>;
};

/** The last millisecond that has a date. */
const LATEST_TIME = 8_640_000_000_000_000n;

/** Recharges and withdrawals are listed by time, then by kind, then by id. */
const ASSET_EVENT_KEY: KeyFormat<AssetEventKey> = {
  toNumbers: ({ at, kind, id }) => [at, kind, id],
  fromNumbers: ([at, kind, id, ...more]) => {
    if (at === undefined || kind === undefined || id === undefined || more.length > 0) return undefined;
    return at > LATEST_TIME || kind > WITHDRAWAL_KEY ? undefined : { at: Number(at), kind, id };
  },
};

/** The answers of assets-endpoints.ts. */
export function assetsRoutes(deps: AssetsDeps): Handlers<keyof typeof assetsEndpoints> {
  return { ...assetRoutes(deps), ...withdrawalRoutes(deps) };
}

function assetRoutes(
  deps: AssetsDeps,
): Handlers<'GET /api/app/config' | 'POST /api/app/user/asset' | 'POST /api/app/user/assetEventLog'> {
  const { db, addresses, chainId, node } = deps;
  return {
    async 'GET /api/app/config'() {
      const [{ confirmationsNeeded }, serverTime] = await Promise.all([readHeight(deps), databaseTime(db)]);
      const { vault, fmc, router, factory, wrappedNative } = addresses;
      return { data: { chainId, vault, fmc, router, factory, wrappedNative, confirmationsNeeded, serverTime } };
    },

    async 'POST /api/app/user/asset'(_, { participant }) {
      const { userId, address: account } = participant;
      const [held, setting] = await Promise.all([deps.heldByRounds(userId), readSetting(deps, participant)]);
      const [assets, deposits] = await Promise.all([
        readAssets(db, { node, addresses }, { userId, account, held }),
        readPendingDeposits(db, account),
      ]);
      const pendingRecharges = deposits.map((deposit) => pendingRechargeEvent(deposit, setting).event).reverse();
      return { data: { assets, pendingRecharges } };
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
  };
}

function withdrawalRoutes(
  deps: AssetsDeps,
): Handlers<'POST /api/app/user/withdraw' | 'POST /api/app/user/withdrawStatus'> {
  const { db, moneyDb, addresses, chainId } = deps;
  const place = { chainId, vault: addresses.vault, fmc: addresses.fmc };
  const forbiddenAddresses = [NATIVE_TOKEN, ...Object.values(addresses)];
  return {
    async 'POST /api/app/user/withdraw'(asked, { participant, requestId: callId }) {
      const { userId, address } = participant;
      const request = { ...asked, userId, callId, account: getAddress(address) };
      const answer = await requestWithdrawal(moneyDb, { request, forbiddenAddresses });
      if ('refusal' in answer) return answer;
      return { data: { withdrawalId: answer.withdrawalId.toString(), state: answer.state } };
    },

    async 'POST /api/app/user/withdrawStatus'({ id }, { participant }) {
      const { userId } = participant;
      const withdrawalId = BigInt(id);
      const [chainNow, now] = await Promise.all([readHeight(deps), databaseTime(db)]);
      const status = await readWithdrawalStatus(db, { userId, id: withdrawalId, place, now, ...chainNow });
      if (status === undefined) return { refusal: 'not-found', details: { field: 'id' } };
      // Coming back for an expired voucher is asking for another; the next look shows it.
      if (status.expired) await askForSignature(db, { userId, withdrawalId });
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
