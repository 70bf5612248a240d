import type { PushTexts } from '../push-texts.ts';

export const push: PushTexts = {
  opens: '开始新一轮，可以参与了。',
  settled: '您参与的轮次已结算。',
  stage: '一个阶段的 FMC 已到账。',
  credited: '充值已到账。',
  'sign-in': '您的账户有新的登录。不是您本人的话，请结束该登录。',
  stop: '停止通知',
};
