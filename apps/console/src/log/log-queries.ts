import { logEntryFault, type OperatorLogEntry } from '@city-mint/api-contract/operator-client/verify-log-entry';
import { queryOptions } from '@tanstack/react-query';
import { readApi } from '#platform/api.ts';
import type { PagedRead } from '#platform/paged.ts';
import type { LogSearch } from './log-search.ts';

type LogFilters = Omit<LogSearch, 'entry'> & { readonly proposalId?: string };

export const logKeys = {
  list: (filters: LogFilters) => ['log', 'list', filters],
  entry: (logId: string) => ['log', 'entry', logId],
  fault: (logId: string) => ['log', 'fault', logId],
  ofProposal: (proposalId: string) => ['log', 'proposal', proposalId],
} as const;

/** Lower and upper bound of all entries' times. */
const [FIRST, LAST] = [946_684_800_000, 253_402_300_799_999];

/** The entries of the log that match the filters, newest first. */
export function logList(filters: LogFilters): PagedRead<OperatorLogEntry> {
  const { from, to, ...rest } = filters;
  // The call requires both ends of a range: an open end becomes the bound of all entries.
  const range = from === undefined && to === undefined ? {} : { from: from ?? FIRST, to: to ?? LAST };
  return {
    queryKey: logKeys.list(filters),
    read: (page, signal) => readApi('POST /api/ops/log', { ...rest, ...range, ...page }, signal),
  };
}

/** One entry of the log, or null if it does not exist. */
export function logEntryQuery(logId: string) {
  return queryOptions({
    queryKey: logKeys.entry(logId),
    queryFn: async ({ signal }) => (await readApi('POST /api/ops/log', { logId, limit: 1 }, signal)).items[0] ?? null,
  });
}

/** The log's entries of a proposal: who proposed it, and its outcome. */
export function proposalLogQuery(proposalId: string) {
  return queryOptions({
    queryKey: logKeys.ofProposal(proposalId),
    queryFn: async ({ signal }) => (await readApi('POST /api/ops/log', { proposalId, limit: 10 }, signal)).items,
  });
}

/** Fault of an entry of the log, computed from its signature in this browser; null if there is none. */
export function logFaultQuery(entry: OperatorLogEntry) {
  return queryOptions({
    queryKey: logKeys.fault(entry.logId),
    queryFn: () => logEntryFault(entry),
    staleTime: Number.POSITIVE_INFINITY,
  });
}
