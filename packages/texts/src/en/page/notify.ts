import type { Messages } from '../../messages.ts';

export const notify: Messages['notify'] = {
  title: 'Settlement notifications',
  states: {
    on: 'On',
    off: 'Off',
    blocked: 'Blocked by the browser',
    install: 'Add to Home Screen first',
    unsupported: 'Not supported here',
  },
  text: 'As soon as a round you joined is settled, this device tells you what you got or what came back, even while the page is in the background. If the page is closed, you’ll see it the next time you open it.',
  blockedText:
    'Your browser blocks notifications from this site. Tap the icon next to the address, allow notifications in the site settings, then come back here.',
  installText:
    'In Safari, tap Share, then Add to Home Screen. Open City Mint from your Home Screen and turn notifications on here.',
  unsupportedText: 'This browser can’t show notifications. You’ll still see every result when you open the page.',
  enable: 'Turn on notifications',
  disable: 'Turn off notifications',
  turnedOn: 'Notifications are on',
  turnedOff: 'Notifications are off',
  offer: 'Notify me when it settles',
  body: {
    minted: 'You get {amount} FMC',
    failed: '{amount} JU is back in your balance',
    cancelled: 'Your whole principal came back: {amount} JU',
  },
  push: {
    title: 'Also while the page is closed',
    text: 'Sent through your browser’s push service, encrypted and without amounts. One tap on a notification stops them.',
    events: {
      opens: 'A round opens',
      settled: 'A round has settled',
      stage: 'A later stage is paid',
      credited: 'A deposit is credited',
      'sign-in': 'A new sign-in',
    },
    failed: 'Your browser’s push service does not answer. Try again later.',
    saved: 'Saved',
  },
};
