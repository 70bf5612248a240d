import type { Messages } from '../../messages.ts';

export const notices: Messages['notices'] = {
  region: 'Announcements',
  dismiss: 'Don’t show this announcement again',
  kinds: { general: 'Notice', maintenance: 'Maintenance', important: 'Important' },
  offer: 'Read in English?',
  preview: {
    title: 'Preview: these texts are not published',
    until: 'Valid until {time}. You can’t sign in during a preview, and no money is sent.',
    end: 'End preview',
    expired: 'This preview has expired. The page shows the published texts.',
  },
};
