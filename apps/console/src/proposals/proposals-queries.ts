import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { queryOptions } from '@tanstack/react-query';
import { readApi } from '#platform/api.ts';
import { type PagedRead, readAll } from '#platform/paged.ts';

/** A proposal that waits for a second operator. */
export type Proposal = ReplyOf<'POST /api/ops/proposals'>['items'][number];

export const proposalKeys = {
  list: ['proposals', 'list'],
  waiting: ['proposals', 'waiting'],
  one: (proposalId: string) => ['proposals', 'one', proposalId],
} as const;

/** The open proposals, newest first. */
export const openProposals: PagedRead<Proposal> = {
  queryKey: proposalKeys.list,
  read: (page, signal) => readApi('POST /api/ops/proposals', page, signal),
};

/** Refresh interval of the number in the navigation. */
const WAITING_MS = 15_000;
/** The most proposals that are counted. */
const MOST_WAITING = 100;

/** How many open proposals of others wait for an operator, and whether there may be more. */
export function waitingQuery(operator: string) {
  return queryOptions({
    queryKey: proposalKeys.waiting,
    queryFn: ({ signal }) => readApi('POST /api/ops/proposals', { limit: MOST_WAITING }, signal),
    select: ({ items, nextCursor }) => ({
      count: items.filter(({ proposedBy }) => proposedBy !== operator).length,
      isMore: nextCursor !== null,
    }),
    refetchInterval: WAITING_MS,
  });
}

/** An open proposal; null if it was decided, has expired or does not exist. */
export function proposalQuery(proposalId: string) {
  return queryOptions({
    queryKey: proposalKeys.one(proposalId),
    queryFn: async ({ signal }) => {
      const all = await readAll({ read: openProposals.read, signal, onProgress: () => undefined });
      return all.find((proposal) => proposal.proposalId === proposalId) ?? null;
    },
  });
}
