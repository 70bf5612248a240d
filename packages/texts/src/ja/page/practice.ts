import type { Messages } from '../../messages.ts';

export const practice: Messages['practice'] = {
  title: 'ラウンドを試す',
  text: '模擬資金です。この端末だけで計算し、送信も署名もしません。条件と準備金は {city} のラウンドのもので、ほかの参加者は架空です。',
  join: '模擬の {amount} JU で参加',
  skip: '結果を見る',
  filled: '募集済み',
  ofQuota: '目標 {quota} JU',
  joined: 'あなたは {rank} 番目です',
  seeFailed: '不成立を見る',
  seeMinted: '成立を見る',
  done: '完了',
  none: '試せるラウンドはまだありません',
  noneText: 'ラウンドが公開されると、ここで試せます。',
};
