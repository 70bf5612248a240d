import type { ReplyOf, RequestOf } from '@city-mint/api-contract/endpoints';
import { queryOptions } from '@tanstack/react-query';
import { readApi } from '#platform/api.ts';
import type { PagedRead } from '#platform/paged.ts';

type Filters<Key extends Parameters<typeof readApi>[0]> = Omit<RequestOf<Key>, 'cursor' | 'limit'>;
export type EntryRow = ReplyOf<'POST /api/ops/journal/entries'>['items'][number];
export type AnchorRow = ReplyOf<'POST /api/ops/anchors'>['items'][number];
export type TreeRow = ReplyOf<'POST /api/ops/liabilities'>['items'][number];

export const journalKeys = {
  state: ['journal', 'state'],
  entries: ['journal', 'entries'],
  anchors: (filters: object) => ['journal', 'anchors', filters],
  trees: (filters: object) => ['journal', 'trees', filters],
} as const;

const REFRESH_MS = 10_000;

/** Progress of sealing the journal, and the findings of the last audit. */
export const journalQuery = queryOptions({
  queryKey: journalKeys.state,
  queryFn: ({ signal }) => readApi('POST /api/ops/journal', {}, signal),
  refetchInterval: REFRESH_MS,
});

/** The entries of the journal, newest first. */
export const entriesList: PagedRead<EntryRow> = {
  queryKey: journalKeys.entries,
  read: (page, signal) => readApi('POST /api/ops/journal/entries', page, signal),
};

/** The roots that are being anchored, newest first. */
export function anchorsList(filters: Filters<'POST /api/ops/anchors'>): PagedRead<AnchorRow> {
  return {
    queryKey: journalKeys.anchors(filters),
    read: (page, signal) => readApi('POST /api/ops/anchors', { ...filters, ...page }, signal),
  };
}

/** The trees of all liabilities, newest first. */
export function treesList(filters: Filters<'POST /api/ops/liabilities'>): PagedRead<TreeRow> {
  return {
    queryKey: journalKeys.trees(filters),
    read: (page, signal) => readApi('POST /api/ops/liabilities', { ...filters, ...page }, signal),
  };
}
