import type { Messages } from '../../messages.ts';

export const recipients: Messages['recipients'] = {
  title: 'Address book',
  text: 'Only on this device, until you sign out.',
  own: 'My wallet',
  unnamed: 'No name',
  used: 'Used before',
  usedAt: 'Last used {date}',
  entered: 'Address you entered',
  name: 'Name',
  nameHint: 'Up to {most} characters. Only you can see it.',
  nameThis: 'Name this address',
  rename: 'Rename',
  save: 'Save',
  remove: 'Remove',
  removeTitle: 'Remove this address?',
  removeText: 'It’s removed from this device only. Your withdrawals don’t change.',
  resembles:
    'Only the beginning and end of this address match one you know. The middle is different, so it may be a fake. Check every character.',
  similar: 'Similar address',
};
