import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { queryOptions } from '@tanstack/react-query';
import { readApi } from '#platform/api.ts';
import type { PagedRead } from '#platform/paged.ts';
import { spanOf } from '#platform/search.ts';
import type { ParticipantSearch } from './participants-search.ts';

type ListName = 'orders' | 'transfers' | 'directs' | 'recharges' | 'machines' | 'sessions';

/** An item of one of a participant's lists, as the API returns it. */
export type ItemOf<Name extends ListName> = ReplyOf<`POST /api/ops/participants/${Name}`>['items'][number];
export type ListedParticipant = ReplyOf<'POST /api/ops/participants'>['items'][number];

const participantKeys = {
  list: (prefix: string | undefined) => ['participants', 'list', prefix ?? null],
  found: (text: string) => ['participants', 'found', text],
  detail: (address: string) => ['participants', 'detail', address],
  of: (address: string, name: ListName, filters: object) => ['participants', address, name, filters],
} as const;

/** Returns the list of participants whose address starts with the prefix; of all without one. */
export function participantList(prefix: string | undefined): PagedRead<ListedParticipant> {
  return {
    queryKey: participantKeys.list(prefix),
    read: (page, signal) =>
      readApi('POST /api/ops/participants', { ...(prefix === undefined ? {} : { prefix }), ...page }, signal),
  };
}

/** Returns the query for the results of a number or hash. */
export function foundQuery(text: string) {
  return queryOptions({
    queryKey: participantKeys.found(text),
    queryFn: ({ signal }) => readApi('POST /api/ops/participants/find', { text }, signal),
  });
}

/** A participant's balances, team, account at the exchange, limits and consents. */
export function participantQuery(address: string) {
  return queryOptions({
    queryKey: participantKeys.detail(address),
    queryFn: ({ signal }) => readApi('POST /api/ops/participants/detail', { address }, signal),
  });
}

/** A participant's orders. */
export function orderList(
  address: string,
  { orderState: state, city, from, to }: ParticipantSearch,
): PagedRead<ItemOf<'orders'>> {
  const filters = { state, city, ...spanOf({ from, to }) };
  return {
    queryKey: participantKeys.of(address, 'orders', filters),
    read: (page, signal) => readApi('POST /api/ops/participants/orders', { address, ...filters, ...page }, signal),
  };
}

/** Every transfer from or to a participant's accounts. */
export function transferList(
  address: string,
  { kind, currency, ledgerAccount: account, from, to }: ParticipantSearch,
): PagedRead<ItemOf<'transfers'>> {
  const filters = { kind, currency, account, ...spanOf({ from, to }) };
  return {
    queryKey: participantKeys.of(address, 'transfers', filters),
    read: (page, signal) => readApi('POST /api/ops/participants/transfers', { address, ...filters, ...page }, signal),
  };
}

/** A participant's direct referrals. */
export function directList(
  address: string,
  { order = 'newest' }: Pick<ParticipantSearch, 'order'>,
): PagedRead<ItemOf<'directs'>> {
  return {
    queryKey: participantKeys.of(address, 'directs', { order }),
    read: (page, signal) => readApi('POST /api/ops/participants/directs', { address, order, ...page }, signal),
  };
}

/** A participant's credited recharges. */
export function rechargeList(
  address: string,
  { currency, from, to }: ParticipantSearch,
): PagedRead<ItemOf<'recharges'>> {
  const filters = { currency, ...spanOf({ from, to }) };
  return {
    queryKey: participantKeys.of(address, 'recharges', filters),
    read: (page, signal) => readApi('POST /api/ops/participants/recharges', { address, ...filters, ...page }, signal),
  };
}

/** A participant's machines with their grants. */
export function machineList(address: string): PagedRead<ItemOf<'machines'>> {
  return {
    queryKey: participantKeys.of(address, 'machines', {}),
    read: (page, signal) => readApi('POST /api/ops/participants/machines', { address, ...page }, signal),
  };
}

/** A participant's sessions. */
export function sessionList(address: string): PagedRead<ItemOf<'sessions'>> {
  return {
    queryKey: participantKeys.of(address, 'sessions', {}),
    read: (page, signal) => readApi('POST /api/ops/participants/sessions', { address, ...page }, signal),
  };
}
