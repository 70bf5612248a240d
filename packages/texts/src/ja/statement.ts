import type { KindTexts, StatementTexts } from '../statement-texts.ts';

export const kinds: KindTexts = {
  deposit: '入金',
  'withdrawal-request': '出金申請',
  'withdrawal-done': '出金完了',
  'withdrawal-returned': '出金の戻入',
  'unknown-payment': '金庫からの支払い（後日記帳）',
  'operator-payout': '運営者への支払い',
  join: 'ラウンドへの参加',
  'principal-return': '元本の返還',
  'mint-fee': 'ミント手数料',
  reward: '招待報酬',
  loss: '損失',
  compensation: '準備金からの補償',
  mint: 'FMC 第 1 段階',
  distribute: 'FMC 以降の段階',
  'hash-rate-output': 'ハッシュパワーの産出',
  'node-output': 'ノードプールの配分',
  'level-output': 'レベルプールの配分',
  split: '準備金余剰の分配',
};

/** The texts of a statement's table in Japanese. */
export const statement: StatementTexts = {
  head: ['日時 (UTC)', '通貨', '口座', '種類', '摘要', '入金', '出金', '残高', '振替番号'],
  opening: '期首残高',
  closing: '期末残高',
  accounts: { available: '利用可能', 'in-rounds': 'ラウンド参加中', withdrawing: '出金処理中' },
  kinds,
};
