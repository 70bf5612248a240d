import { queryOptions } from '@tanstack/react-query';
import { readApi } from '#platform/api.ts';

/** Keys of what is read of regions. */
export const regionsKeys = { rules: ['regions', 'rules'] } as const;

/** The rules of regions. */
export const regionsQuery = queryOptions({
  queryKey: regionsKeys.rules,
  queryFn: ({ signal }) => readApi('POST /api/ops/regions', {}, signal),
});
