import { queryOptions } from '@tanstack/react-query';
import { readApi } from '#platform/api.ts';

export const operatorsKeys = { list: ['operators'] } as const;

/** The current operators. */
export const operatorsQuery = queryOptions({
  queryKey: operatorsKeys.list,
  queryFn: ({ signal }) => readApi('POST /api/ops/operators', {}, signal),
});
