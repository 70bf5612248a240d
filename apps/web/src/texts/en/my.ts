import type { Messages } from '#platform/i18n/messages.ts';

export const my: Messages['my'] = {
  proof: 'Proof of reserves',
  questions: 'Questions and answers',
  title: 'Account',
  wallet: 'Wallet',
  connection: 'Connection status',
  settings: 'Settings',
  language: 'Language',
  theme: 'Theme',
  themes: { system: 'System', light: 'Light', dark: 'Dark' },
  about: 'About',
  disclosure: 'Risks and fees',
  disclosureVersion: 'Version {version}',
  disclosureHash: 'Hash',
  signOut: 'Sign out',
  signOutTitle: 'Sign out?',
  signOutText: 'Your wallet stays connected. You’ll need to authorize again before your next operation.',
  signedOut: 'Signed out',
  settingsDone: 'Settings successful',
  loginUntil: 'Logged in until {time}',
  noWallet: 'No wallet connected',
};
