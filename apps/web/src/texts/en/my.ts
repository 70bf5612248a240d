import type { Messages } from '#platform/i18n/messages.ts';

export const my: Messages['my'] = {
  title: 'Me',
  wallet: 'Wallet',
  connection: 'Connection status',
  settings: 'Settings',
  language: 'Language',
  theme: 'Appearance',
  themes: { system: 'System', light: 'Light', dark: 'Dark' },
  about: 'About',
  disclosure: 'Risks and fees',
  disclosureVersion: 'Version {version}',
  disclosureHash: 'Checksum',
  signOut: 'Sign out',
  signOutTitle: 'Sign out?',
  signOutText: 'The wallet stays connected; you authorize again before the next operation.',
  signedOut: 'Signed out',
  settingsDone: 'Settings saved',
  loginUntil: 'Logged in until {time}',
  noWallet: 'No wallet connected',
};
