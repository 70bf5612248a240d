import { browserStorage } from '#platform/browser-storage.ts';
import { createPendingRequests } from '#platform/pending-requests.ts';
import type { Currency } from './assets-search.ts';

/** What a visitor confirms when withdrawing; the amount is a decimal string in whole units. */
export type WithdrawalBody = { readonly currency: Currency; readonly to: string; readonly amount: string };

/** Withdrawals that have no answer yet. */
export const withdrawalRequests = createPendingRequests<WithdrawalBody>({
  key: 'fmc.withdraw',
  storage: browserStorage,
  isBody: (value): value is WithdrawalBody =>
    typeof value === 'object' &&
    value !== null &&
    ['JU', 'FMC'].includes(Reflect.get(value, 'currency')) &&
    typeof Reflect.get(value, 'to') === 'string' &&
    typeof Reflect.get(value, 'amount') === 'string',
});
