import type { Messages } from '../../messages.ts';

export const live: Messages['live'] = {
  place: '{city} · Phase {phase}, round {number}',
  title: { minted: 'Mint successful', failed: 'Mint failed', cancelled: 'Round canceled' },
  headline: { minted: 'You get', failed: 'Back in your balance', cancelled: 'Everything came back' },
  stages: '{paid} FMC paid now, {due} FMC in later stages',
  allPaid: 'All FMC has been paid',
  net: 'JU result',
  joined: 'You put in',
  principal: 'Principal returned',
  refund: 'Refund',
  loss: 'Loss',
  compensation: 'Reserve compensation',
  hashPower: 'Hash power to claim',
  hashClaimed: 'Hash power, claimed',
  failedNote:
    'The round did not fill. Principal is refunded first; the reserve then covers losses, last to join first.',
  failedNoteLate:
    'The round did not fill. Principal is refunded first; orders that joined late are compensated after all others.',
  nothingLost: 'The reserve covered your whole loss',
  cancelledNote: 'No fee, no loss.',
  nextOpens: 'Next round opens in',
  nextCloses: 'The next round is open for another',
  showOrder: 'View order',
  showNext: 'See the next round',
  share: 'Share as a picture',
  shareFailed: 'The picture could not be made',
  done: 'Got it',
  banner: { minted: '{city}: mint successful', failed: '{city} did not fill', cancelled: '{city} was canceled' },
  bannerMany: '{count, plural, one {# round} other {# rounds}} settled',
  show: 'View',
  dismiss: 'Dismiss notification',
};
