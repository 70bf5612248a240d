import { queryOptions } from '@tanstack/react-query';
import { callApi } from '#platform/api.ts';

export const actionKeys = {
  preview: (action: string, fields: object) => ['preview', action, fields],
} as const;

/**
 * Returns the query for a preview of an action: the changes it would make now, or the reason for its refusal. It is not
 * refetched automatically, because the operator signs the version on the screen.
 */
export function previewQuery(action: string, fields: Readonly<Record<string, unknown>>) {
  return queryOptions({
    queryKey: actionKeys.preview(action, fields),
    queryFn: ({ signal }) => callApi('POST /api/ops/preview', { action, fields }, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}
