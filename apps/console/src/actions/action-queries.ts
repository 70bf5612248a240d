import { queryOptions } from '@tanstack/react-query';
import { callApi } from '#platform/api.ts';

/** Keys of what is read for actions. */
export const actionKeys = {
  preview: (action: string, fields: object) => ['preview', action, fields],
} as const;

/**
 * What an action would change now, or why it would be refused. It is not read again by itself: what is signed is what
 * is shown.
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
