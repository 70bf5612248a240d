import { queryOptions } from '@tanstack/react-query';
import { readApi } from '#platform/api.ts';

/** Keys of what is read of operators. */
export const operatorsKeys = { list: ['operators'] } as const;

/** The current operators. */
export const operatorsQuery = queryOptions({
  queryKey: operatorsKeys.list,
  queryFn: ({ signal }) => readApi('POST /api/ops/operators', {}, signal),
});
