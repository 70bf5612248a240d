import { AMOUNT_TEXTS_EN } from '@city-mint/api-contract/amount-refusals';

import type { Messages } from '#platform/i18n/messages.ts';

export const ui: Messages['ui'] = {
  networkError: 'Network error',
  working: 'Processing',
  errorTitle: 'Couldn’t load',
  retry: 'Try again',
  back: 'Back',
  close: 'Close',
  cancel: 'Cancel',
  confirm: 'Confirm',
  copied: 'Copied',
  copyFailed: 'Copy failed',
  copyAddress: 'Copy {address}',
  pullToRefresh: 'Pull to refresh',
  releaseToRefresh: 'Release to refresh',
  refreshing: 'Refreshing',
  noMoreData: 'No more data',
  notFoundTitle: 'Page not found',
  notFoundText: 'Check the address, or go back to the home page.',
  toHome: 'Go to home page',
  crashTitle: 'Something went wrong',
  crashText: 'Your assets are not affected. Please reload the page.',
  reload: 'Reload',
  pending: {
    retryIn: 'Trying again in {seconds} s',
    contact: 'If this takes too long, contact us with this request ID:',
  },
  tabs: { label: 'Main navigation', home: 'Home', city: 'Cities', assets: 'Assets', my: 'Account' },
  time: { days: 'days', hours: 'hours', minutes: 'min', seconds: 'sec', shortDays: '{days}d' },
  amount: {
    maximum: 'Max',
    missing: 'Enter an amount',
    format: AMOUNT_TEXTS_EN['amount-format'],
    tooPrecise: AMOUNT_TEXTS_EN['amount-too-precise'],
    tooLarge: AMOUNT_TEXTS_EN['amount-too-large'],
    notPositive: AMOUNT_TEXTS_EN['amount-not-positive'],
    belowMinimum: AMOUNT_TEXTS_EN['below-minimum'],
    overAvailable: AMOUNT_TEXTS_EN['amount-over-available'],
  },
};
