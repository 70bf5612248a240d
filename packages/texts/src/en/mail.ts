import type { MailTexts } from '../mail-texts.ts';

export const mail: MailTexts = {
  confirm: {
    subject: 'Confirm your e-mail address for City Mint',
    text: 'Open this link and tap “Confirm” once to get notifications at this address:',
    expires: 'The link is valid for one day and can be used once.',
    stranger: 'If you did not enter this address, ignore this e-mail. Without a confirmation you get no notifications.',
  },
  open: 'See it in City Mint:',
  stop: 'To stop these e-mails, open this link and tap once:',
};
