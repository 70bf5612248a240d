import type { KindTexts, StatementTexts } from '../statement-texts.ts';

export const kinds: KindTexts = {
  deposit: '充值',
  'withdrawal-request': '申請提取',
  'withdrawal-done': '提取完成',
  'withdrawal-returned': '提取退回',
  'unknown-payment': '金庫付款（補記）',
  'operator-payout': '營運方付款',
  join: '參與鑄造',
  'principal-return': '退還本金',
  'mint-fee': '鑄造手續費',
  reward: '邀請獎勵',
  loss: '損失',
  compensation: '儲備金補償',
  mint: 'FMC 第一階段',
  distribute: 'FMC 其後階段',
  'hash-rate-output': '算力產出',
  'node-output': '節點池產出',
  'level-output': '等級池產出',
  split: '儲備金盈餘分配',
};

/** The texts of a statement's table in Hong Kong Chinese. */
export const statement: StatementTexts = {
  head: ['時間 (UTC)', '幣種', '賬戶', '類型', '說明', '收入', '支出', '結餘', '流水號'],
  opening: '期初結餘',
  closing: '期末結餘',
  accounts: { available: '可用', 'in-rounds': '鑄造中', withdrawing: '提取中' },
  kinds,
};
