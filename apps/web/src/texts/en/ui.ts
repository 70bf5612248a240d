import { AMOUNT_TEXTS_EN } from '@city-mint/api-contract/amount-refusals';

import type { Messages } from '#platform/i18n/messages.ts';

export const ui: Messages['ui'] = {
  networkError: 'Network error',
  working: 'Working',
  errorTitle: 'Nothing came back',
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
  notFoundTitle: 'There is no page here',
  notFoundText: 'The address is wrong, or this page is not open yet.',
  toHome: 'Back to home',
  crashTitle: 'Something broke on this page',
  crashText: 'Your assets are not affected. Please reload the page.',
  reload: 'Reload',
  tabs: { label: 'Main', home: 'Home', city: 'Cities', assets: 'Assets', my: 'Me' },
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
