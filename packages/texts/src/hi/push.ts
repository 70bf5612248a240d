import type { PushTexts } from '../push-texts.ts';

export const push: PushTexts = {
  opens: 'नया राउंड खुल गया है।',
  settled: 'आपके राउंड का निपटान हो गया है।',
  stage: 'आपको अगले स्टेज का भुगतान मिल गया है।',
  credited: 'आपका रिचार्ज जमा हो गया है।',
  'sign-in': 'आपके खाते में नया साइन-इन हुआ। यह आप नहीं थे, तो उसे समाप्त करें।',
  stop: 'सूचनाएँ रोकें',
};
