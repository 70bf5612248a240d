import type { KindTexts, StatementTexts } from '../statement-texts.ts';

export const kinds: KindTexts = {
  deposit: '充值',
  'withdrawal-request': '申请提现',
  'withdrawal-done': '提现完成',
  'withdrawal-returned': '提现退回',
  'unknown-payment': '金库付款（补记）',
  'operator-payout': '运营方付款',
  join: '参与铸造',
  'principal-return': '返还本金',
  'mint-fee': '铸造手续费',
  reward: '邀请奖励',
  loss: '损失',
  compensation: '储备金补偿',
  mint: 'FMC 第一阶段',
  distribute: 'FMC 后续阶段',
  'hash-rate-output': '算力产出',
  'node-output': '节点池产出',
  'level-output': '等级池产出',
  split: '储备金盈余分配',
};

/** The texts of a statement's table in Chinese. */
export const statement: StatementTexts = {
  head: ['时间 (UTC)', '币种', '账户', '类型', '说明', '收入', '支出', '余额', '流水号'],
  opening: '期初余额',
  closing: '期末余额',
  accounts: { available: '可用', 'in-rounds': '铸造中', withdrawing: '提现中' },
  kinds,
};
