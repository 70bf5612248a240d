import type { PushTexts } from '../push-texts.ts';

export const push: PushTexts = {
  opens: '新一輪已開始，可以參與。',
  settled: '您參與的輪次已結算。',
  stage: '一個階段的 FMC 已到帳。',
  credited: '充值已到帳。',
  'sign-in': '您的帳戶有新的登入。如非本人，請結束該登入。',
  stop: '停止通知',
};
