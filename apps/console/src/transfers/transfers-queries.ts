import type { RequestOf } from '@city-mint/api-contract/endpoints';
import { queryOptions } from '@tanstack/react-query';
import { readApi } from '#platform/api.ts';

/** The row that caused transfers. */
export type SourceRow = RequestOf<'POST /api/ops/transfers/bySource'>;

const transferKeys = {
  detail: (transferId: string) => ['transfers', 'detail', transferId],
  bySource: (row: SourceRow) => ['transfers', 'by-source', row],
} as const;

/** One transfer with the others of the same source. */
export function transferQuery(transferId: string) {
  return queryOptions({
    queryKey: transferKeys.detail(transferId),
    queryFn: ({ signal }) => readApi('POST /api/ops/transfers/detail', { transferId }, signal),
  });
}

/** The transfers that a row caused. */
export function transfersOfQuery(row: SourceRow) {
  return queryOptions({
    queryKey: transferKeys.bySource(row),
    queryFn: ({ signal }) => readApi('POST /api/ops/transfers/bySource', row, signal),
  });
}
