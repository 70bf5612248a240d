import type { ReplyOf, RequestOf } from '@city-mint/api-contract/endpoints';
import type { Fund } from '@city-mint/api-contract/operator/fund-endpoints';
import { queryOptions } from '@tanstack/react-query';
import { readApi } from '#platform/api.ts';
import type { PagedRead } from '#platform/paged.ts';

type Filters<Key extends Parameters<typeof readApi>[0]> = Omit<RequestOf<Key>, 'cursor' | 'limit'>;
export type FundTransfer = ReplyOf<'POST /api/ops/funds/transfers'>['items'][number];
export type ReserveChangeRow = ReplyOf<'POST /api/ops/reserve/changes'>['items'][number];
export type PayoutRow = ReplyOf<'POST /api/ops/payouts/made'>['items'][number];

export const moneyKeys = {
  funds: ['money', 'funds'],
  reserve: ['money', 'reserve'],
  controls: ['money', 'controls'],
  payouts: ['money', 'payouts'],
  flows: (fund: Fund, days: number) => ['money', 'flows', fund, days],
  transfers: (filters: object) => ['money', 'transfers', filters],
  changes: (filters: object) => ['money', 'changes', filters],
  made: (filters: object) => ['money', 'made', filters],
} as const;

const REFRESH_MS = 15_000;

/** Balance and transfers of each fund. */
export const fundsQuery = queryOptions({
  queryKey: moneyKeys.funds,
  queryFn: ({ signal }) => readApi('POST /api/ops/funds', {}, signal),
  refetchInterval: REFRESH_MS,
});

/** Coverage of rounds that may fail by the reserve. */
export const reserveQuery = queryOptions({
  queryKey: moneyKeys.reserve,
  queryFn: ({ signal }) => readApi('POST /api/ops/reserve', {}, signal),
  refetchInterval: REFRESH_MS,
});

/** The cap of the reserve is one of the controls. */
export const reserveCapQuery = queryOptions({
  queryKey: moneyKeys.controls,
  queryFn: async ({ signal }) => (await readApi('POST /api/ops/controls', {}, signal)).reserve,
});

/** The payable amount of the operator, and the permitted wallets. */
export const payoutsQuery = queryOptions({
  queryKey: moneyKeys.payouts,
  queryFn: ({ signal }) => readApi('POST /api/ops/payouts', {}, signal),
});

/** Returns the query of a fund's daily flows. */
export function flowsQuery(fund: Fund, days: number) {
  return queryOptions({
    queryKey: moneyKeys.flows(fund, days),
    queryFn: ({ signal }) => readApi('POST /api/ops/funds/flows', { fund, days }, signal),
  });
}

/** The transfers of a fund, newest first. */
export function transfersList(filters: Filters<'POST /api/ops/funds/transfers'>): PagedRead<FundTransfer> {
  return {
    queryKey: moneyKeys.transfers(filters),
    read: (page, signal) => readApi('POST /api/ops/funds/transfers', { ...filters, ...page }, signal),
  };
}

/** Returns the list of changes of the reserve, newest first. */
export function changesList(filters: Filters<'POST /api/ops/reserve/changes'>): PagedRead<ReserveChangeRow> {
  return {
    queryKey: moneyKeys.changes(filters),
    read: (page, signal) => readApi('POST /api/ops/reserve/changes', { ...filters, ...page }, signal),
  };
}

/** Returns the list of payouts to the operator, newest first. */
export function madeList(filters: Filters<'POST /api/ops/payouts/made'>): PagedRead<PayoutRow> {
  return {
    queryKey: moneyKeys.made(filters),
    read: (page, signal) => readApi('POST /api/ops/payouts/made', { ...filters, ...page }, signal),
  };
}
