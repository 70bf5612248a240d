import type { Messages } from '../../messages.ts';

export const mail: Messages['mail'] = {
  title: 'By e-mail',
  text: 'E-mails contain no amounts and no wallet address. One tap in any of them stops them all, without signing in.',
  label: 'E-mail address',
  send: 'Send confirmation link',
  unconfirmed: 'We sent a link to this address, valid for one day. Nothing else is sent until you confirm it.',
  again: 'Send again',
  sent: 'Link sent',
  refused:
    'The server of this address refuses our e-mails, so nothing is sent there any more. Please enter another address.',
  remove: 'Remove address',
  removed: 'Address removed',
  format:
    'The e-mail address is not valid. Enter a single one such as name@example.com, without a name, quotes or spaces',
  link: {
    title: 'E-mail notifications',
    confirmText: 'Once confirmed, notifications are sent to the address that received this link.',
    confirm: 'Confirm',
    confirmed: 'The address is confirmed. Notifications are sent there from now on.',
    invalid:
      'This link was already used or has expired. Send a new one from your account, under Settlement notifications.',
    stopText: 'One tap removes the address that received this link. No more e-mails are sent there.',
    stop: 'Stop e-mails',
    stopped: 'The address is removed. No more e-mails are sent there.',
    incomplete: 'This link is incomplete. Please copy all of it from the e-mail.',
  },
};
