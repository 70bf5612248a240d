import { queryOptions } from '@tanstack/react-query';
import { readApi } from '#platform/api.ts';

/** Query keys of the account's own settings. */
export const myKeys = {
  allSessions: ['sessions'] as const,
  sessions: (address: string) => ['sessions', address] as const,
};

/** The account's active sessions, newest first: this one and those of other devices. */
export function sessionsQuery(address: string) {
  return queryOptions({
    queryKey: myKeys.sessions(address),
    queryFn: ({ signal }) => readApi('POST /api/app/user/sessions', {}, signal),
    meta: { copiedFor: address },
  });
}
