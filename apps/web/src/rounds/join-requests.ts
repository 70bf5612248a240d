import { browserStorage } from '#platform/browser-storage.ts';
import { createPendingRequests } from '#platform/pending-requests.ts';

/** What a visitor confirms when joining: the round, the amount in JU, and the terms that were shown. */
export type JoinBody = {
  readonly roundId: string;
  readonly amount: string;
  readonly termsHash: string;
  /** Name of the city, to speak of the request before its answer came; not sent. */
  readonly city: string;
};

/** Joins that have no answer yet. */
export const joinRequests = createPendingRequests<JoinBody>({
  key: 'fmc.join',
  storage: browserStorage,
  isBody: (value): value is JoinBody =>
    typeof value === 'object' &&
    value !== null &&
    ['roundId', 'amount', 'termsHash', 'city'].every((name) => typeof Reflect.get(value, name) === 'string'),
});
