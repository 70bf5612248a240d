import type { Messages } from '../../messages.ts';

export const practice: Messages['practice'] = {
  title: 'Try a round',
  text: 'Play money, computed on this device: nothing is sent or signed. The terms and the reserve are those of {city}’s round; the other participants are invented.',
  join: 'Join with {amount} play JU',
  skip: 'Show the result',
  filled: 'Raised',
  ofQuota: 'of {quota} JU',
  joined: 'You are number {rank}',
  seeFailed: 'See it fail',
  seeMinted: 'See it fill',
  done: 'Done',
  none: 'No round to try yet',
  noneText: 'Once a round is announced, you can try it here.',
};
