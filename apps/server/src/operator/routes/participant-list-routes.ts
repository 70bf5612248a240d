import type { participantEndpoints } from '@city-mint/api-contract/operator/participant-endpoints';
import { formatAmount } from '@city-mint/domain/money/amount-text';
import { tokenAmount } from '@city-mint/domain/money/token-amount';
import { DAY_MS } from '@city-mint/domain/time/durations';
import { listCreditedRecharges } from '#assets/recharges/queries.ts';
import { findGrants } from '#miner/queries/grants.ts';
import { listMachines, type Machine } from '#miner/queries/machines.ts';
import type { Database } from '#platform/database/database.ts';
import type { Handlers } from '#platform/http/handler.ts';
import { readPage, readPageById, TIME_KEY } from '#platform/paging.ts';
import { findCityId } from '#rounds/offers/queries/cities.ts';
import { type MyOrder, readMyOrders } from '#rounds/orders/queries/orders.ts';
import { listStoredSessions } from '#session/queries/participants.ts';
import { listUserTransfers } from '#statement/queries/list-user-transfers.ts';
import {
  type DirectReferral,
  LEG_KEY,
  legKeyOf,
  listDirects,
  listDirectsByPerformance,
} from '#team/queries/directs.ts';
import { formatSigned, transfersToWire } from '../queries/ledger-transfers.ts';
import type { ReadParticipant } from '../queries/read-participant.ts';

export type ParticipantListKey = Exclude<
  keyof typeof participantEndpoints,
  'POST /api/ops/participants' | 'POST /api/ops/participants/find' | 'POST /api/ops/participants/detail'
>;

type ListDeps = { readonly db: Database; readonly read: ReadParticipant };

/** Returns the handlers of the lists on a participant's page. */
export function participantListRoutes({ db, read }: ListDeps): Handlers<ParticipantListKey> {
  return { ...moneyListRoutes({ db, read }), ...otherListRoutes({ db, read }) };
}

type MoneyListKey =
  | 'POST /api/ops/participants/orders'
  | 'POST /api/ops/participants/transfers'
  | 'POST /api/ops/participants/recharges';

function moneyListRoutes({ db, read }: ListDeps): Handlers<MoneyListKey> {
  return {
    'POST /api/ops/participants/orders': ({ address, city, cursor, limit, ...filter }, call) =>
      read({ address, list: 'orders', call }, async ({ userId }) => {
        const cityId = city === undefined ? undefined : await findCityId(db, city);
        if (city !== undefined && cityId === undefined) return { data: { items: [], nextCursor: null } };
        const page = await readPageById(
          { cursor, limit },
          {
            read: (range) => readMyOrders(db, { ...filter, userId, cityId, ...range }),
            idOf: ({ orderId }) => orderId,
          },
        );
        return 'refusal' in page ? page : { data: { ...page, items: page.items.map(orderToWire) } };
      }),
    'POST /api/ops/participants/transfers': ({ address, cursor, limit, ...filter }, call) =>
      read({ address, list: 'transfers', call }, async ({ userId }) => {
        const page = await readPageById(
          { cursor, limit },
          { read: (range) => listUserTransfers(db, { ...filter, userId, ...range }), idOf: ({ id }) => id },
        );
        if ('refusal' in page) return page;
        return { data: { ...page, items: await transfersToWire(db, page.items) } };
      }),
    'POST /api/ops/participants/recharges': ({ address, cursor, limit, ...filter }, call) =>
      read({ address, list: 'recharges', call }, async ({ userId }) => {
        const page = await readPage(
          { cursor, limit },
          {
            format: TIME_KEY,
            read: (range) => listCreditedRecharges(db, { ...filter, userId, ...range }),
            keyOf: ({ at, id }) => ({ number: BigInt(at.getTime()), id }),
          },
        );
        if ('refusal' in page) return page;
        const items = page.items.map(({ id, amount, at, creditedAt, blockNumber, gasFee, ...recharge }) => ({
          ...recharge,
          rechargeId: id.toString(),
          amount: formatAmount(amount),
          at: at.getTime(),
          creditedAt: creditedAt.getTime(),
          blockNumber: blockNumber.toString(),
          gasFee: gasFee === null ? null : formatAmount(gasFee),
        }));
        return { data: { ...page, items } };
      }),
  };
}

function orderToWire(order: MyOrder) {
  const { orderId, roundId, cityId, city, phase, number, roundState, state, outcome } = order;
  return {
    ...{ city, phase, number, roundState, state, outcome },
    orderId: orderId.toString(),
    roundId: roundId.toString(),
    cityId: cityId.toString(),
    accepted: formatAmount(tokenAmount(order.accepted)),
    rank: order.rank,
    joinedAt: order.joinedAt.getTime(),
    late: order.late,
    automatic: order.automatic,
    fmcPaid: formatAmount(tokenAmount(order.fmcPaid)),
    fmcDue: formatAmount(tokenAmount(order.fmcDue)),
    netJu: order.net === null ? null : formatSigned(order.net),
  };
}

function otherListRoutes({ db, read }: ListDeps): Handlers<Exclude<ParticipantListKey, MoneyListKey>> {
  return {
    'POST /api/ops/participants/directs': ({ address, order, cursor, limit }, call) =>
      read({ address, list: 'directs', call }, async ({ userId: inviterId }) => {
        const page =
          order === 'newest'
            ? await readPageById(
                { cursor, limit },
                {
                  read: (range) => listDirects(db, { inviterId, ...range }),
                  idOf: ({ bindingId }) => bindingId,
                },
              )
            : await readPage(
                { cursor, limit },
                {
                  format: LEG_KEY,
                  read: (range) => listDirectsByPerformance(db, { inviterId, ...range }),
                  keyOf: legKeyOf,
                },
              );
        return 'refusal' in page ? page : { data: { ...page, items: page.items.map(directToWire) } };
      }),
    'POST /api/ops/participants/machines': ({ address, cursor, limit }, call) =>
      read({ address, list: 'machines', call }, async ({ userId }) => {
        const page = await readPageById(
          { cursor, limit },
          { read: (range) => listMachines(db, { userId, ...range }), idOf: ({ id }) => id },
        );
        if ('refusal' in page) return page;
        const grants = await findGrants(
          db,
          page.items.map(({ id }) => id),
        );
        return {
          data: { ...page, items: page.items.map((machine) => machineToWire(machine, grants.get(machine.id))) },
        };
      }),
    'POST /api/ops/participants/sessions': ({ address, cursor, limit }, call) =>
      read({ address, list: 'sessions', call }, async ({ userId }) => {
        const page = await readPageById(
          { cursor, limit },
          { read: (range) => listStoredSessions(db, { userId, ...range }), idOf: ({ id }) => id },
        );
        if ('refusal' in page) return page;
        const items = page.items.map(({ id, createdAt, lastUsedAt, expiresAt, endedAt, ...session }) => ({
          ...session,
          sessionId: id.toString(),
          createdAt: createdAt.getTime(),
          lastUsedAt: lastUsedAt.getTime(),
          expiresAt: expiresAt.getTime(),
          endedAt: endedAt?.getTime() ?? null,
        }));
        return { data: { ...page, items } };
      }),
  };
}

function directToWire(direct: DirectReferral) {
  return {
    address: direct.address,
    boundAt: direct.boundAt.getTime(),
    nodeType: direct.nodeType,
    teamLevel: direct.teamLevel,
    ownPerformance: formatAmount(direct.ownPerformance),
    teamPerformance: formatAmount(direct.teamPerformance),
    earnedForInviter: formatAmount(direct.earnedForInviter),
  };
}

type Grant = NonNullable<ReturnType<Awaited<ReturnType<typeof findGrants>>['get']>>;

function machineToWire(machine: Machine, grant: Grant | undefined) {
  if (grant === undefined) throw new Error(`machine ${machine.id} has no grant`);
  const { orderId, roundId, roundName } = machine;
  const { grantId, uid, state, attempts, dueAt, lastError, acknowledgedAt } = grant;
  return {
    machineId: machine.id.toString(),
    hashRate: formatAmount(machine.hashRate),
    source: { orderId: orderId.toString(), roundId: roundId.toString(), ...roundName },
    claimedAt: machine.claimedAt.getTime(),
    since: machine.firstDay * DAY_MS,
    until: (machine.lastDay + 1) * DAY_MS,
    output: formatAmount(machine.output),
    grant: {
      ...{ grantId, uid, state, attempts, lastError },
      dueAt: dueAt.getTime(),
      acknowledgedAt: acknowledgedAt?.getTime() ?? null,
    },
  };
}
