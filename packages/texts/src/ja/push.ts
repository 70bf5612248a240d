import type { PushTexts } from '../push-texts.ts';

export const push: PushTexts = {
  opens: '新しいラウンドが始まりました。',
  settled: '参加したラウンドが決済されました。',
  stage: '次の段階の FMC が支払われました。',
  credited: 'チャージが反映されました。',
  'sign-in': 'アカウントに新しいログインがありました。心当たりがなければ終了してください。',
  stop: '通知を停止',
};
