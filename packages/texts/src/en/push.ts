import type { PushTexts } from '../push-texts.ts';

export const push: PushTexts = {
  opens: 'A new round is open to join.',
  settled: 'A round that you joined has settled.',
  stage: 'A later stage was paid to you.',
  credited: 'Your deposit has been credited.',
  'sign-in': 'New sign-in to your account. If it was not you, end it.',
  stop: 'Stop notices',
};
