import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { queryOptions } from '@tanstack/react-query';
import { readApi } from '#platform/api.ts';

/** The account's address for notices, and the events of which it is notified. */
export type Mail = ReplyOf<'POST /api/app/user/mail'>;

/** Query keys of mail. */
export const mailKeys = {
  all: ['mail'] as const,
  of: (address: string) => ['mail', address] as const,
};

/** Returns the query of the e-mail address of the account with this wallet address; it is not stored on the device. */
export function mailQuery(address: string) {
  return queryOptions({
    queryKey: mailKeys.of(address),
    queryFn: ({ signal }) => readApi('POST /api/app/user/mail', {}, signal),
    meta: { silent: true },
  });
}
