import type { ReplyOf, RequestOf } from '@city-mint/api-contract/endpoints';
import { queryOptions } from '@tanstack/react-query';
import { readApi } from '#platform/api.ts';
import type { PagedRead } from '#platform/paged.ts';
import { spanOf } from '#platform/search.ts';
import type { PlansSearch } from './plans-search.ts';

export type ListedPlan = ReplyOf<'POST /api/ops/plans'>['items'][number];
export type PlanDetail = ReplyOf<'POST /api/ops/plans/detail'>;
export type ListedDraft = ReplyOf<'POST /api/ops/drafts'>['items'][number];
export type DraftDetail = ReplyOf<'POST /api/ops/drafts/detail'>;
export type CheckRequest = RequestOf<'POST /api/ops/plans/check'>;

export const plansKeys = {
  list: (search: PlansSearch) => ['plans', 'list', search],
  detail: (planId: string) => ['plans', 'detail', planId],
  last: (city: string) => ['plans', 'last', city],
  check: (request: CheckRequest | null) => ['plans', 'check', request],
  drafts: ['plans', 'drafts'],
  draft: (draftId: string) => ['plans', 'draft', draftId],
} as const;

/** Returns the list of plans that match the filters, last published first. */
export function plansList({ from, to, ...filters }: PlansSearch): PagedRead<ListedPlan> {
  return {
    queryKey: plansKeys.list({ ...filters, from, to }),
    read: (page, signal) => readApi('POST /api/ops/plans', { ...filters, ...spanOf({ from, to }), ...page }, signal),
  };
}

/** A plan with its rounds, its differences from the previous one, and its simulation. */
export function planQuery(planId: string) {
  return queryOptions({
    queryKey: plansKeys.detail(planId),
    queryFn: ({ signal }) => readApi('POST /api/ops/plans/detail', { planId }, signal),
  });
}

/** The last plan of a city, and the initial values of a simulation. */
export function lastPlanQuery(city: string) {
  return queryOptions({
    queryKey: plansKeys.last(city),
    queryFn: ({ signal }) => readApi('POST /api/ops/plans/last', { city }, signal),
    enabled: city !== '',
  });
}

/** Returns the query for a plan's violated bounds, differences and schedule; disabled while the plan is incomplete. */
export function checkQuery(request: CheckRequest | null) {
  return queryOptions({
    queryKey: plansKeys.check(request),
    queryFn: ({ signal }) => (request === null ? null : readApi('POST /api/ops/plans/check', request, signal)),
    enabled: request !== null,
    placeholderData: (before) => before,
  });
}

/** Drafts, newest first. */
export const draftsList: PagedRead<ListedDraft> = {
  queryKey: plansKeys.drafts,
  read: (page, signal) => readApi('POST /api/ops/drafts', page, signal),
};

/** A draft with its fields as typed. */
export function draftQuery(draftId: string) {
  return queryOptions({
    queryKey: plansKeys.draft(draftId),
    queryFn: ({ signal }) => readApi('POST /api/ops/drafts/detail', { draftId }, signal),
    // Never refetch over a draft that is being edited.
    staleTime: Number.POSITIVE_INFINITY,
  });
}
