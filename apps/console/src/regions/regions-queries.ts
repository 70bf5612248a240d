import { queryOptions } from '@tanstack/react-query';
import { readApi } from '#platform/api.ts';

export const regionsKeys = { rules: ['regions', 'rules'] } as const;

export const regionsQuery = queryOptions({
  queryKey: regionsKeys.rules,
  queryFn: ({ signal }) => readApi('POST /api/ops/regions', {}, signal),
});
