import type { ConsoleMessages } from '@city-mint/texts/console-messages';
import type { IconName } from '@city-mint/ui/icon.tsx';

/** The name of a room: its folder, and its text in `shell.room`. */
export type RoomName = keyof ConsoleMessages['shell']['room'];

export type Room = {
  readonly name: RoomName;
  readonly path: string;
  readonly icon: IconName;
  readonly group: 'daily' | 'money' | 'settings' | 'record';
};

/** The rooms as the navigation lists them; `router.ts` has their pages. */
export const ROOMS: readonly Room[] = [
  { name: 'overview', path: '/', icon: 'home', group: 'daily' },
  { name: 'plans', path: '/plans', icon: 'city', group: 'daily' },
  { name: 'rounds', path: '/rounds', icon: 'refresh', group: 'daily' },
  { name: 'proposals', path: '/proposals', icon: 'clock', group: 'daily' },
  { name: 'withdrawals', path: '/withdrawals', icon: 'withdraw', group: 'daily' },
  { name: 'participants', path: '/participants', icon: 'my', group: 'daily' },
  { name: 'money', path: '/money', icon: 'earnings', group: 'money' },
  { name: 'rewards', path: '/rewards', icon: 'power', group: 'money' },
  { name: 'limits', path: '/limits', icon: 'shield', group: 'settings' },
  { name: 'regions', path: '/regions', icon: 'globe', group: 'settings' },
  { name: 'chain', path: '/chain', icon: 'plug', group: 'record' },
  { name: 'journal', path: '/journal', icon: 'check', group: 'record' },
  { name: 'content', path: '/content', icon: 'record', group: 'settings' },
  { name: 'operators', path: '/operators', icon: 'team', group: 'record' },
  { name: 'log', path: '/log', icon: 'record', group: 'record' },
];
