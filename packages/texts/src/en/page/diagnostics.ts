import type { Messages } from '../../messages.ts';

export const diagnostics: Messages['diagnostics'] = {
  title: 'Diagnostics',
  show: 'Show diagnostics',
  hide: 'Hide diagnostics',
  copy: 'Copy diagnostics',
  note: 'Without sign-in tokens, signatures or request contents.',
  release: 'Page version',
  device: 'Browser',
  chain: 'Chain',
  contracts: 'Contracts',
  wallet: 'Wallet',
  stage: 'Session stage',
  live: 'Live events',
  calls: 'Latest calls',
  noCalls: 'No calls yet',
};
