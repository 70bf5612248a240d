import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { queryOptions } from '@tanstack/react-query';
import { readApi } from '#platform/api.ts';
import { findPush } from './push-device.ts';

/** Events of which this browser is notified while the page is closed. */
export type Choices = ReplyOf<'POST /api/app/user/pushEvents'>;

/** Query keys of web push. */
const pushKeys = {
  key: ['push-key'] as const,
  choices: (address: string) => ['push-choices', address] as const,
};

const NONE: Choices = { opens: false, settled: false, stage: false, credited: false, 'sign-in': false };

/** The server's key; null where it sends no notices. */
export const keyQuery = queryOptions({
  queryKey: pushKeys.key,
  queryFn: ({ signal }) => readApi('POST /api/app/push/key', {}, signal),
  meta: { silent: true },
});

/** The account's choices in this browser; none without a subscription. */
export function choicesQuery(address: string) {
  return queryOptions({
    queryKey: pushKeys.choices(address),
    async queryFn({ signal }): Promise<Choices> {
      const subscription = await findPush();
      if (subscription === null) return NONE;
      return readApi('POST /api/app/user/pushEvents', { pushUrl: subscription.endpoint }, signal);
    },
    meta: { silent: true },
  });
}
